/// The HTTP API of a simulated cluster, request by request as the real API server answers.
@NullMarked
package io.livekube.simulator.api;

import org.jspecify.annotations.NullMarked;
