@NullMarked
package io.livekube.core.watch;

import org.jspecify.annotations.NullMarked;
