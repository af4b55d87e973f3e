/// A simulated Kubernetes API server with realistic, churning clusters, in the JVM.
@NullMarked
package io.livekube.simulator;

import org.jspecify.annotations.NullMarked;
