/// The HTTP API of a simulated cluster, which responds as kube-apiserver does.
@NullMarked
package io.livekube.simulator.api;

import org.jspecify.annotations.NullMarked;
