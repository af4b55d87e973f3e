/// Finds objects by words across all clusters.
///
/// `QueryParser` reads what somebody typed, `KindIndex` keeps what a search looks at of one kind of one
/// cluster, `KindScan` matches a query against it, and `Search` joins them. Nothing here reads a clock;
/// `Indexer` is the one thread.
@NullMarked
package io.livekube.hub.search;

import org.jspecify.annotations.NullMarked;
