package io.livekube.core.store;

import java.util.ConcurrentModificationException;

/// Two threads wrote to one store at the same time.
public final class ConcurrentWriteException extends ConcurrentModificationException {
    ConcurrentWriteException(String store, String other) {
        super(("store of %s: thread '%s' writes while '%s' is writing; a store has one writer at a time, "
                        + "whose order of events is what makes it right")
                .formatted(store, Thread.currentThread().getName(), other));
    }
}
