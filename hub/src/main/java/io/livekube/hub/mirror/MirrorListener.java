package io.livekube.hub.mirror;

import io.livekube.core.store.Change;
import java.util.List;

/// Listener for what each batch changes, called on the ingest's thread before the next batch. Must return at
/// once.
@FunctionalInterface
public interface MirrorListener {
    /// A change was published.
    ///
    /// @param changes in their order; empty if only the version advanced
    void changed(KindMirror kind, List<Change> changes);
}
