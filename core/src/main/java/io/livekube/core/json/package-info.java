/// JSON at the level of bytes: scanning without building objects, and splitting streams into complete values.
@NullMarked
package io.livekube.core.json;

import org.jspecify.annotations.NullMarked;
