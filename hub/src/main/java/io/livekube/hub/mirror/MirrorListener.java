package io.livekube.hub.mirror;

import io.livekube.core.store.Change;
import java.util.List;

/// Is told what each batch did to a kind, on the ingest's own thread and before the next batch; it must
/// return at once.
@FunctionalInterface
public interface MirrorListener {
    /// Takes note of one step, which is already there to be read.
    ///
    /// @param changes in their order; empty if only the version moved on
    void changed(KindMirror kind, List<Change> changes);
}
