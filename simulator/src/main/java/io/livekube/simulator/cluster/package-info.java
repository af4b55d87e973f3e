/// Realistic clusters from a seed: what is in them, and how it is written to a store.
@NullMarked
package io.livekube.simulator.cluster;

import org.jspecify.annotations.NullMarked;
