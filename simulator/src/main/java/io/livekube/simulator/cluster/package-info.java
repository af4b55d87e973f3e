/// Realistic clusters, generated from a seed and written to a store.
@NullMarked
package io.livekube.simulator.cluster;

import org.jspecify.annotations.NullMarked;
