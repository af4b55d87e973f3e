/// Says of objects what is wrong with them, in words that people know from kubectl.
@NullMarked
package io.livekube.hub.problem;

import org.jspecify.annotations.NullMarked;
