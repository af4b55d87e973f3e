/// Access to clusters: kubeconfig files, the pod's service account, exec plugins, tokens, client certificates,
/// impersonation and TLS trust, all renewed while the program runs.
///
/// The result is an [io.livekube.core.access.ApiAccess], which the client in `core.http` uses.
@NullMarked
package io.livekube.core.access;

import org.jspecify.annotations.NullMarked;
