/// The benchmarks `freshness` and `memory`: agent and hub as processes, behind a real kube-apiserver or a
/// simulated one.
@NullMarked
package io.livekube.lab.freshness;

import org.jspecify.annotations.NullMarked;
