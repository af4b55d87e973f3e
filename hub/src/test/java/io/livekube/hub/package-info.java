@NullMarked
package io.livekube.hub;

import org.jspecify.annotations.NullMarked;
