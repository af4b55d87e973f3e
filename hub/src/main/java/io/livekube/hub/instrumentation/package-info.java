/// Callbacks through which the parts of the hub report their activity, for metrics.
@NullMarked
package io.livekube.hub.instrumentation;

import org.jspecify.annotations.NullMarked;
