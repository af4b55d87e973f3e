/// Kubernetes objects as the API server returns them: pure functions of their inputs and of a seeded random
/// generator, with YAML templates for objects that are mostly constant.
@NullMarked
package io.livekube.simulator.cluster.object;

import org.jspecify.annotations.NullMarked;
