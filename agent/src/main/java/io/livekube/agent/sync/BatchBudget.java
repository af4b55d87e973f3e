package io.livekube.agent.sync;

import io.livekube.core.model.KubeObject;

/// Room that is left in a batch.
///
/// An object's stored size stands in for its size on the wire: both are compressed with what objects have in
/// common.
final class BatchBudget {
    private static final int PER_EDIT = 24;

    private long bytes;
    private int objects;
    private boolean empty = true;

    BatchBudget(long bytes, int objects) {
        this.bytes = bytes;
        this.objects = objects;
    }

    /// Takes room for an object that is sent whole; the first one always fits.
    boolean take(KubeObject object) {
        return take(object.storedBytes() + PER_EDIT);
    }

    /// Takes room for an object that is encoded against its last version.
    boolean takeUpdate(KubeObject object) {
        return take(object.storedBytes() / 4 + PER_EDIT);
    }

    /// Takes room for a removal.
    boolean takeRemoval() {
        return take(PER_EDIT);
    }

    /// What is left, and some more, as a budget of its own: its first object fits as well.
    BatchBudget rest(int more) {
        return new BatchBudget(bytes + more, objects);
    }

    private boolean take(int size) {
        if (!empty && (objects < 1 || bytes < size)) {
            return false;
        }
        empty = false;
        bytes -= size;
        objects--;
        return true;
    }
}
