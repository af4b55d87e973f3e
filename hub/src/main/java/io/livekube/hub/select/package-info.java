/// Label and field selectors for mirrored objects, which are compressed: start at [ObjectSelector].
@NullMarked
package io.livekube.hub.select;

import org.jspecify.annotations.NullMarked;
