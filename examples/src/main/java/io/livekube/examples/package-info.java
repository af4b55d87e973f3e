/// How to use the informer library. Each class is complete: its `main` follows the cluster that kubectl would, of
/// `KUBECONFIG` or `~/.kube/config`, or in a pod without these the one that its service account is of.
@NullMarked
package io.livekube.examples;

import org.jspecify.annotations.NullMarked;
