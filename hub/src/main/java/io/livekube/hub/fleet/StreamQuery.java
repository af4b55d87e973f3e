package io.livekube.hub.fleet;

import java.util.List;

/// What a reader wants to be sent.
///
/// @param clusters whether how all clusters are doing
/// @param patterns of the clusters whose rows are wanted; none for all
/// @param cursor what it knows already
public record StreamQuery(boolean clusters, List<RowQuery> rows, List<String> patterns, StreamCursor cursor) {
    public StreamQuery {
        rows = List.copyOf(rows);
        patterns = List.copyOf(patterns);
    }
}
