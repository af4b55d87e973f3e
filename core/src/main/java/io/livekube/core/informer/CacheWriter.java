package io.livekube.core.informer;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectFormat;
import io.livekube.core.store.Change;
import io.livekube.core.store.Store;
import io.livekube.core.watch.ReflectorSink;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/// Writes a reflector's changes into the cache and queues them for the handlers, both under the informer's lock.
///
/// Events that arrive together wake the handlers once, after the last one.
///
/// If several reflectors feed one cache, each for a namespace, a complete state replaces only that namespace,
/// and the cache's version is the one that all of them have reached.
final class CacheWriter implements ReflectorSink {
    private final Store store;
    private final ObjectFormat format;
    private final String namespace;
    private final CommonVersion.Part version;
    private final ReentrantLock lock;
    private final Audience audience;
    private final Runnable wakeHandlers;
    private boolean first = true;
    private boolean untold;
    private Runnable onFirstState = () -> {};
    private Runnable onNewCounting = () -> {};

    /// Receiver of the changes of each write.
    interface Audience {
        /// Queues the changes of one write.
        ///
        /// @param initial whether they are part of the first complete state
        void offer(List<Change> changes, boolean initial);
    }

    /// @param namespace the only one that this writer covers; empty if it covers the whole cache
    /// @param version progress of this writer, and of all together
    /// @param audience queues changes for the handlers
    /// @param wakeHandlers wakes the handlers; called with the lock held, as `audience` is
    CacheWriter(
            Store store,
            ObjectFormat format,
            String namespace,
            CommonVersion.Part version,
            ReentrantLock lock,
            Audience audience,
            Runnable wakeHandlers) {
        this.store = store;
        this.format = format;
        this.namespace = namespace;
        this.version = version;
        this.lock = lock;
        this.audience = audience;
        this.wakeHandlers = wakeHandlers;
    }

    CacheWriter onFirstState(Runnable action) {
        onFirstState = action;
        return this;
    }

    /// Action when versions go back: other reflectors of the cache may still hold the old history. Called
    /// without the informer's lock, but with the reflector's.
    CacheWriter onNewCounting(Runnable action) {
        onNewCounting = action;
        return this;
    }

    @Override
    public void replace(Collection<KubeObject> objects, long resourceVersion, boolean newEpoch) {
        boolean newCounting;
        lock.lock();
        try {
            format.settle();
            Collection<KubeObject> all = namespace.isEmpty() ? objects : withOtherNamespaces(objects);
            newCounting = version.restart(resourceVersion, newEpoch);
            List<Change> changes =
                    newCounting ? store.replaceInNewEpoch(all, version.common()) : store.replace(all, version.common());
            audience.offer(changes, first);
            wakeHandlers.run();
            first = false;
        } finally {
            lock.unlock();
        }
        onFirstState.run();
        onFirstState = () -> {};
        if (newCounting) {
            onNewCounting.run();
        }
    }

    private List<KubeObject> withOtherNamespaces(Collection<KubeObject> objects) {
        List<KubeObject> all = new ArrayList<>(objects);
        for (KubeObject held : store.list()) {
            if (!held.namespace().equals(namespace)) {
                all.add(held);
            }
        }
        return all;
    }

    @Override
    public void apply(KubeObject object) {
        write(object.resourceVersion(), () -> store.apply(object));
    }

    @Override
    public void delete(KubeObject last) {
        write(last.resourceVersion(), () -> store.remove(last));
    }

    @Override
    public void bookmark(long resourceVersion) {
        write(resourceVersion, List::of);
        format.packAllChanges();
    }

    @Override
    public void paused() {
        if (untold) {
            untold = false;
            lock.lock();
            try {
                wakeHandlers.run();
            } finally {
                lock.unlock();
            }
        }
        format.packManyChanges();
    }

    private interface Write {
        List<Change> changes();
    }

    private void write(long reached, Write write) {
        lock.lock();
        try {
            List<Change> changes = write.changes();
            version.reach(reached);
            if (version.common() != store.resourceVersion()) {
                store.bookmark(version.common());
            }
            if (!changes.isEmpty()) {
                audience.offer(changes, false);
                untold = true;
            }
        } finally {
            lock.unlock();
        }
    }
}
