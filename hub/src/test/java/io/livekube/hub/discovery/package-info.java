@NullMarked
package io.livekube.hub.discovery;

import org.jspecify.annotations.NullMarked;
