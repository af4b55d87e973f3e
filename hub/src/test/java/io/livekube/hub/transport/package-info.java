@NullMarked
package io.livekube.hub.transport;

import org.jspecify.annotations.NullMarked;
