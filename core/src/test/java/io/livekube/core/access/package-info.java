@NullMarked
package io.livekube.core.access;

import org.jspecify.annotations.NullMarked;
