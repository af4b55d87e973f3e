/// How to use the informer library. Each class is complete: its `main` follows the cluster that kubectl would, of
/// `KUBECONFIG` or `~/.kube/config`.
@NullMarked
package io.livekube.examples;

import org.jspecify.annotations.NullMarked;
