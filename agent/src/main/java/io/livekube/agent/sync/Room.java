package io.livekube.agent.sync;

import io.livekube.core.model.KubeObject;

/// What still fits into a batch.
///
/// An object's stored size stands for its size on the wire: both are compressed with what the others have
/// in common.
final class Room {
    private static final int PER_EDIT = 24;

    private long bytes;
    private int objects;
    private boolean empty = true;

    Room(long bytes, int objects) {
        this.bytes = bytes;
        this.objects = objects;
    }

    /// Takes the room for an object that is sent whole; the first always fits.
    boolean take(KubeObject object) {
        return take(object.storedBytes() + PER_EDIT);
    }

    /// Takes the room for an object that is told as a difference from its last version.
    boolean takeUpdate(KubeObject object) {
        return take(object.storedBytes() / 4 + PER_EDIT);
    }

    /// Takes the room for a removal.
    boolean takeRemoval() {
        return take(PER_EDIT);
    }

    /// What is left, and some more, as room of its own: its first object fits as well.
    Room rest(int more) {
        return new Room(bytes + more, objects);
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
