package io.livekube.agent.sync;

import io.livekube.core.model.KubeObject;

/// Space left in a batch.
///
/// The stored size of an object approximates its size on the wire, since both are compressed with a dictionary
/// of what objects have in common.
final class BatchBudget {
    private static final int PER_EDIT = 24;

    private long bytes;
    private int objects;
    private boolean empty = true;

    BatchBudget(long bytes, int objects) {
        this.bytes = bytes;
        this.objects = objects;
    }

    /// Reserves space for an object that is sent whole; the first one always fits.
    boolean take(KubeObject object) {
        return take(object.storedBytes() + PER_EDIT);
    }

    /// Reserves space for an object that is encoded against its last version.
    boolean takeUpdate(KubeObject object) {
        return take(object.storedBytes() / 4 + PER_EDIT);
    }

    /// Reserves space for a removal.
    boolean takeRemoval() {
        return take(PER_EDIT);
    }

    /// A separate budget of the remaining and some additional space; its first object always fits as well.
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
