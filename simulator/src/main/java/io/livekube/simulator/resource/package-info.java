/// The resource types that a cluster serves: built-in ones and those of CRDs.
@NullMarked
package io.livekube.simulator.resource;

import org.jspecify.annotations.NullMarked;
