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

/// Puts what a reflector learns into the cache and queues it for the handlers, both under the informer's
/// lock.
///
/// Of events that come together the handlers are woken once, behind the last of them.
///
/// Where several reflectors feed one cache, each for a namespace, a whole state only replaces that
/// namespace, and the cache's version is the one that all of them have reached.
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

    /// Is told what each write did.
    interface Audience {
        /// Queues the changes of one write.
        ///
        /// @param initial whether they come of the first whole state
        void offer(List<Change> changes, boolean initial);
    }

    /// @param namespace the only one this writer speaks of; empty if it speaks of the whole cache
    /// @param version how far this writer has come, and all together
    /// @param audience queues changes for the handlers
    /// @param wakeHandlers has them look into their queues; called with the lock held, as `audience` is
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

    /// What to do when versions go back: what others feed the cache with may be of the old history. It is called
    /// without the informer's lock, but with that of the reflector.
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
