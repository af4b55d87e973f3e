/// Which objects of a list somebody wants: by labels, and by the fields that the API server knows for each
/// kind. [Selection] is where to begin.
@NullMarked
package io.livekube.hub.select;

import org.jspecify.annotations.NullMarked;
