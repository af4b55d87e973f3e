/// One view of each object version: status word, problem, search terms and references, from one parse, shared by
/// search, tables, streams and problem counts.
@NullMarked
package io.livekube.hub.view;

import org.jspecify.annotations.NullMarked;
