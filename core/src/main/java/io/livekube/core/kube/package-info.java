/// The shell around the reflector: kubeconfig and credentials, HTTP, deadlines, and the loop that does what it is told.
@NullMarked
package io.livekube.core.kube;

import org.jspecify.annotations.NullMarked;
