@NullMarked
package io.livekube.hub.history;

import org.jspecify.annotations.NullMarked;
