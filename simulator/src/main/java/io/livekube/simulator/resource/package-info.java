/// What a cluster serves: the built-in resource types and those that CRDs add.
@NullMarked
package io.livekube.simulator.resource;

import org.jspecify.annotations.NullMarked;
