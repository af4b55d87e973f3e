/// Many clusters as one: objects as rows of tables, page by page or as a stream of what changes.
@NullMarked
package io.livekube.hub.fleet;

import org.jspecify.annotations.NullMarked;
