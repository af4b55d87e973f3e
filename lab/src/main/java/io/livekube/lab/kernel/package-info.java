/// JMH kernels: single hot paths, in nanoseconds.
@NullMarked
package io.livekube.lab.kernel;

import org.jspecify.annotations.NullMarked;
