package io.livekube.hub.fleet;

import java.util.List;

/// What a reader subscribes to.
///
/// @param clusters whether to send summaries of all clusters
/// @param patterns names of the clusters whose rows are sent, with `*` as a wildcard; empty for all
/// @param cursor what the reader already has
public record StreamQuery(boolean clusters, List<RowQuery> rows, List<String> patterns, StreamCursor cursor) {
    public StreamQuery {
        rows = List.copyOf(rows);
        patterns = List.copyOf(patterns);
    }
}
