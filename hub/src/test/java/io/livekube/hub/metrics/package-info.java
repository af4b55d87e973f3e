@NullMarked
package io.livekube.hub.metrics;

import org.jspecify.annotations.NullMarked;
