/// The simulator's own figures, beside kube-apiserver's.
@NullMarked
package io.livekube.lab.sim;

import org.jspecify.annotations.NullMarked;
