/// The benchmarks `load` and `idle`: the cost of clusters with many readers, and of those without.
@NullMarked
package io.livekube.lab.control;

import org.jspecify.annotations.NullMarked;
