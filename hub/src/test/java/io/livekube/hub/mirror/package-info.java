@NullMarked
package io.livekube.hub.mirror;

import org.jspecify.annotations.NullMarked;
