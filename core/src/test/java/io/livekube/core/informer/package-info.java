@NullMarked
package io.livekube.core.informer;

import org.jspecify.annotations.NullMarked;
