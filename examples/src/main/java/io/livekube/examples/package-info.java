/// How to use the informer library. Each class is complete: its `main` takes a kubeconfig.
@NullMarked
package io.livekube.examples;

import org.jspecify.annotations.NullMarked;
