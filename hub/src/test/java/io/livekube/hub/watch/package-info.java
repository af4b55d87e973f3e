@NullMarked
package io.livekube.hub.watch;

import org.jspecify.annotations.NullMarked;
