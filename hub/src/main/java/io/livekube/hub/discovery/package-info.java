/// Kinds that a cluster serves, and the discovery documents that describe them.
@NullMarked
package io.livekube.hub.discovery;

import org.jspecify.annotations.NullMarked;
