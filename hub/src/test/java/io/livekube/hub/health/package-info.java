@NullMarked
package io.livekube.hub.health;

import org.jspecify.annotations.NullMarked;
