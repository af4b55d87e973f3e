/// Kubernetes objects as the API server returns them, built as JSON trees by pure functions of their inputs
/// and a seeded random.
@NullMarked
package io.livekube.simulator.cluster.object;

import org.jspecify.annotations.NullMarked;
