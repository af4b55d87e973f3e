@NullMarked
package io.livekube.hub.problem;

import org.jspecify.annotations.NullMarked;
