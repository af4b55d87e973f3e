/// The benchmarks `freshness` and `memory`: agent and hub as processes, with a real or a simulated kube-apiserver.
@NullMarked
package io.livekube.lab.freshness;

import org.jspecify.annotations.NullMarked;
