/// Callbacks by which the parts of the hub report what they do, for metrics.
@NullMarked
package io.livekube.hub.instrumentation;

import org.jspecify.annotations.NullMarked;
