@NullMarked
package io.livekube.hub.select;

import org.jspecify.annotations.NullMarked;
