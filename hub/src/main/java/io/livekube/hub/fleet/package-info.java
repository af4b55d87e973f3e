/// Many clusters as one: objects as table rows, page by page or as a stream of changes.
@NullMarked
package io.livekube.hub.fleet;

import org.jspecify.annotations.NullMarked;
