package io.livekube.core.store;

/// A store was written to, or given an index, after it was closed.
public final class StoreClosedException extends IllegalStateException {
    StoreClosedException(String store, String action) {
        super("store of %s: cannot %s, the store is closed; what it holds can still be read".formatted(store, action));
    }
}
