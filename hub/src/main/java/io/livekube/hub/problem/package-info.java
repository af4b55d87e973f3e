/// Detects problems of objects and describes them in kubectl's terms.
@NullMarked
package io.livekube.hub.problem;

import org.jspecify.annotations.NullMarked;
