package io.livekube.hub.watch;

import io.livekube.hub.history.LogEntry;
import io.livekube.hub.subscription.EntryEncoder;
import io.livekube.protocol.Part;

/// Selection and encoding of a kind's events that a group of watches has in common: they share their frames.
record WatchFormat(WatchFilter filter, WatchEncoder encoder, Part.Kind kind) implements EntryEncoder {
    private static final byte[] NONE = {};

    @Override
    public byte[] frame(LogEntry entry) {
        return filter.apply(entry).map(encoder::event).orElse(NONE);
    }

    @Override
    public byte[] bookmark(long version) {
        return encoder.bookmark(kind, version, false);
    }
}
