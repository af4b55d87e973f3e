@NullMarked
package io.livekube.hub.control;

import org.jspecify.annotations.NullMarked;
