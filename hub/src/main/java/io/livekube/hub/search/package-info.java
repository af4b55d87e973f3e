/// Full-text search over the objects of all clusters.
///
/// `QueryParser` parses a query, `KindIndex` indexes one kind of one cluster, `KindScan` matches a query
/// against it, and `Search` combines them. Clocks are passed in; `Indexer` is the only thread.
@NullMarked
package io.livekube.hub.search;

import org.jspecify.annotations.NullMarked;
