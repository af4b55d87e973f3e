/// Who of many readers gets a place.
@NullMarked
package io.livekube.hub.admit;

import org.jspecify.annotations.NullMarked;
