@NullMarked
package io.livekube.hub.read;

import org.jspecify.annotations.NullMarked;
