@NullMarked
package io.livekube.hub.search;

import org.jspecify.annotations.NullMarked;
