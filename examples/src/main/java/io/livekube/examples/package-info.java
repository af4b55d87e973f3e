/// How to use the informer library. Each class is complete: its `main` follows the cluster that kubectl would
/// use, from `KUBECONFIG` or `~/.kube/config`, or in a pod without these, the cluster of its service account.
@NullMarked
package io.livekube.examples;

import org.jspecify.annotations.NullMarked;
