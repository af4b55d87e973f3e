@NullMarked
package io.livekube.core.listwatch;

import org.jspecify.annotations.NullMarked;
