/// Access to the clusters of a kubeconfig, for commands that contact API servers directly.
@NullMarked
package io.livekube.cli.cluster;

import org.jspecify.annotations.NullMarked;
