@NullMarked
package io.livekube.protocol;

import org.jspecify.annotations.NullMarked;
