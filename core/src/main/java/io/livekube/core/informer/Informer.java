package io.livekube.core.informer;

import io.livekube.core.kube.ApiClient;
import io.livekube.core.kube.ReflectorLoop;
import io.livekube.core.kube.Scope;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectFormat;
import io.livekube.core.model.Resource;
import io.livekube.core.model.Uid;
import io.livekube.core.store.Change;
import io.livekube.core.store.Store;
import io.livekube.core.watch.Failure;
import io.livekube.core.watch.Report;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;

/// A cache of one collection that follows the server, and the handlers that are told how it changes.
///
/// Made and shared by an [InformerFactory]. The cache can be read at any time; before [SyncState#readable]
/// it is empty because nothing is known, not because there is nothing.
public final class Informer implements AutoCloseable {
    private final Resource resource;
    private final List<Scope> scopes;
    private final InformerConfig config;
    private final InstantSource clock;
    private final HandlerFailureListener failures;
    private final ObjectFormat format;
    private final Store store;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<HandlerRunner> handlers = new CopyOnWriteArrayList<>();
    private final List<ChangeListener> listeners = new CopyOnWriteArrayList<>();
    private final List<ReflectorLoop> loops = new ArrayList<>();
    private final CountDownLatch synced;
    private final Auditor auditor;
    private volatile Life life = Life.NEW;
    private volatile Instant startedAt;

    private enum Life {
        NEW,
        STARTED,
        CLOSED
    }

    Informer(
            ApiClient client,
            ObjectFormat format,
            List<Scope> scopes,
            InformerConfig config,
            InstantSource clock,
            RandomGenerator random,
            HandlerFailureListener failures) {
        this.resource = format.resource();
        this.scopes = scopes;
        this.config = config;
        this.clock = clock;
        this.failures = failures;
        this.format = format;
        this.store = new Store(resource.toString());
        this.startedAt = clock.instant();
        this.synced = new CountDownLatch(scopes.size());
        for (Scope scope : scopes) {
            CacheWriter writer = new CacheWriter(
                    store,
                    format,
                    scopes.size() > 1 ? scope.namespace() : "",
                    lock,
                    this::changed,
                    () -> handlers.forEach(HandlerRunner::wake));
            loops.add(new ReflectorLoop(
                    client,
                    format,
                    scope,
                    config.reflector(),
                    writer.onFirstState(synced::countDown),
                    clock,
                    new SplittableRandom(random.nextLong())));
        }
        this.auditor = new Auditor(client, this, scopes, config, new SplittableRandom(random.nextLong()));
    }

    public Resource resource() {
        return resource;
    }

    /// The cache, for reading. Writing to it is the informer's.
    public Store store() {
        return store;
    }

    /// A view of the cache through a class that Jackson can map, such as fabric8's `Pod`.
    public <T> TypedView<T> typed(Class<T> type) {
        return new TypedView<>(store, type);
    }

    /// What is owned by an object, directly; needs [#trackOwners].
    public List<KubeObject> ownedBy(Uid owner) {
        return store.byIndex(OwnerIndex.NAME, owner.toString());
    }

    /// Keeps an index by owner from here on.
    public Informer trackOwners() {
        lock.lock();
        try {
            OwnerIndex.addTo(store);
            return this;
        } finally {
            lock.unlock();
        }
    }

    public Registration addHandler(Handler handler) {
        return addHandler(handler, HandlerConfig.named(resource.toString()));
    }

    /// Tells a handler everything that is there, then every change; no gap and no overlap between them.
    public Registration addHandler(Handler handler, HandlerConfig handlerConfig) {
        lock.lock();
        try {
            if (life == Life.CLOSED) {
                throw new IllegalStateException(
                        "the informer for " + resource + " is closed and takes no more handlers");
            }
            var self = new HandlerRunner[1];
            var runner =
                    new HandlerRunner(handler, handlerConfig, store, lock, failures, () -> handlers.remove(self[0]));
            self[0] = runner;
            handlers.add(runner);
            runner.start();
            return runner;
        } finally {
            lock.unlock();
        }
    }

    /// Tells a listener of every write to the cache from here on; see [ChangeListener] for what it may do.
    public void addListener(ChangeListener listener) {
        listeners.add(listener);
    }

    public List<HandlerStats> handlers() {
        return handlers.stream().map(HandlerRunner::stats).toList();
    }

    void start() {
        lock.lock();
        try {
            if (life != Life.NEW) {
                throw new IllegalStateException("the informer for " + resource + " was started or closed before");
            }
            life = Life.STARTED;
            startedAt = clock.instant();
        } finally {
            lock.unlock();
        }
        loops.forEach(ReflectorLoop::start);
        auditor.start();
    }

    boolean closed() {
        return life == Life.CLOSED;
    }

    /// Waits for the first whole state; false if it has not come in time.
    public boolean awaitSync(Duration timeout) throws InterruptedException {
        if (timeout.isNegative()) {
            throw new IllegalArgumentException("cannot wait for a negative time: " + timeout);
        }
        return synced.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    /// Lists everything anew; the cache is readable meanwhile.
    public void relist(String reason) {
        loops.forEach(loop -> loop.relist(reason));
    }

    public AuditStats audits() {
        return auditor.stats();
    }

    /// Audits the cache now, and repairs what it finds. Returns how many objects were wrong.
    public int audit() throws InterruptedException {
        return auditor.audit();
    }

    /// Where the kind stands, without the walk over all objects that [#status] takes.
    public SyncState state() {
        return state(worst());
    }

    public SyncStatus status() {
        Report report = worst();
        Instant until = report.syncedAt().orElse(clock.instant());
        SyncState state = state(report);
        return new SyncStatus(
                resource,
                scopes.getFirst(),
                state,
                store.size(),
                store.bytes(),
                Duration.between(startedAt, until),
                report,
                Diagnosis.cause(resource, state, report));
    }

    /// Of several namespaces, the one that is worst off speaks for all.
    private Report worst() {
        return loops.stream()
                .map(ReflectorLoop::report)
                .max((a, b) -> Integer.compare(trouble(a), trouble(b)))
                .orElseThrow();
    }

    private static int trouble(Report report) {
        int unsynced = report.synced() ? 0 : 10;
        return unsynced
                + switch (report.phase()) {
                    case WATCHING -> 0;
                    case LISTING, STREAMING_INITIAL_EVENTS -> 1;
                    case BACKING_OFF -> 2;
                    case NOT_SERVED -> 3;
                    case DENIED -> 4;
                    case STOPPED -> 5;
                };
    }

    private SyncState state(Report report) {
        boolean overdue = clock.instant().isAfter(startedAt.plus(config.syncTimeout()));
        return switch (life) {
            case NEW -> SyncState.IDLE;
            case CLOSED -> SyncState.STOPPED;
            case STARTED ->
                switch (report.phase()) {
                    case WATCHING -> SyncState.SYNCED;
                    case STOPPED -> SyncState.STOPPED;
                    case DENIED -> report.synced() ? SyncState.STALE : SyncState.DENIED;
                    case NOT_SERVED -> report.synced() ? SyncState.STALE : SyncState.NOT_SERVED;
                    case LISTING, STREAMING_INITIAL_EVENTS, BACKING_OFF -> {
                        if (report.synced()) {
                            yield SyncState.STALE;
                        }
                        yield refusal(report).orElse(overdue ? SyncState.SYNC_TIMED_OUT : SyncState.SYNCING);
                    }
                };
        };
    }

    /// What was refused stays so while it is asked for again, until something arrives.
    private static Optional<SyncState> refusal(Report report) {
        if (report.pages() > 0) {
            return Optional.empty();
        }
        return report.lastFailure().flatMap(failure -> switch (failure) {
            case Failure.Forbidden _ -> Optional.of(SyncState.DENIED);
            case Failure.NotServed _ -> Optional.of(SyncState.NOT_SERVED);
            case Failure.Expired _,
                    Failure.TooLarge _,
                    Failure.Throttled _,
                    Failure.TimedOut _,
                    Failure.Transient _,
                    Failure.Unauthorized _,
                    Failure.Rejected _ -> Optional.empty();
        });
    }

    /// Called by the writer, with the lock held.
    private void changed(List<Change> changes, boolean initial) {
        for (ChangeListener listener : listeners) {
            listener.changed(changes);
        }
        for (HandlerRunner handler : handlers) {
            handler.offer(changes, initial);
        }
    }

    ObjectFormat format() {
        return format;
    }

    @Override
    public void close() {
        lock.lock();
        try {
            life = Life.CLOSED;
        } finally {
            lock.unlock();
        }
        auditor.close();
        loops.forEach(ReflectorLoop::close);
        handlers.forEach(HandlerRunner::close);
        store.close();
    }
}
