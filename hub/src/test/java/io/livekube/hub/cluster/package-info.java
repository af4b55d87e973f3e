@NullMarked
package io.livekube.hub.cluster;

import org.jspecify.annotations.NullMarked;
