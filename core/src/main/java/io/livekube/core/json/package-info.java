/// JSON at the level of bytes: scanning without building anything, and cutting streams into whole values.
@NullMarked
package io.livekube.core.json;

import org.jspecify.annotations.NullMarked;
