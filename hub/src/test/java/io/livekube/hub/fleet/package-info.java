@NullMarked
package io.livekube.hub.fleet;

import org.jspecify.annotations.NullMarked;
