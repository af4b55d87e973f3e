/// Label and field selectors applied to mirrored objects, which are compressed: start at [ObjectSelector].
@NullMarked
package io.livekube.hub.select;

import org.jspecify.annotations.NullMarked;
