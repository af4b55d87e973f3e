package io.livekube.hub.subscription;

import io.livekube.hub.history.LogEntry;

/// Encodes the entries of a change log for a group of subscribers. Equal encoders share their frames.
public interface EntryEncoder {
    /// Encodes an entry; empty if the group does not select it.
    byte[] frame(LogEntry entry);

    /// Encodes a bookmark: everything up to a version was sent.
    byte[] bookmark(long version);
}
