package io.livekube.hub.mirror;

import io.livekube.core.store.Change;
import java.util.List;

/// Listener for the changes of each batch, called on the ingest thread before the next batch. Must return
/// immediately.
@FunctionalInterface
public interface MirrorListener {
    /// Called after a change was published.
    ///
    /// @param changes in order; empty if only the version advanced
    void changed(KindMirror kind, List<Change> changes);
}
