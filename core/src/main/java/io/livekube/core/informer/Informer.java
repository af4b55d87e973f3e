package io.livekube.core.informer;

import io.livekube.core.RequestFailure;
import io.livekube.core.handler.Handler;
import io.livekube.core.handler.HandlerConfig;
import io.livekube.core.handler.HandlerFailureListener;
import io.livekube.core.handler.HandlerRegistration;
import io.livekube.core.handler.HandlerRunner;
import io.livekube.core.handler.HandlerStats;
import io.livekube.core.http.ApiClient;
import io.livekube.core.listwatch.CollectionScope;
import io.livekube.core.listwatch.ReflectorLoop;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectFormat;
import io.livekube.core.model.Resource;
import io.livekube.core.model.Uid;
import io.livekube.core.store.Change;
import io.livekube.core.store.Store;
import io.livekube.core.watch.ReflectorAction;
import io.livekube.core.watch.ReflectorPhase;
import io.livekube.core.watch.ReflectorReport;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;

/// Cache of one collection that follows the server, with handlers of its changes.
///
/// Created and shared by an [InformerFactory]. The cache can be read at any time; until the state is
/// [SyncState#readable], it is empty because nothing has been received yet.
public final class Informer implements AutoCloseable {
    /// Interval at which a waiting thread checks whether waiting still makes sense.
    static final Duration SLICE = Duration.ofMillis(50);

    private final Resource resource;
    private final InformerConfig config;
    private final InstantSource clock;
    private final HandlerFailureListener handlerFailures;
    private final WatchFailureListener watchFailures;
    private final ObjectFormat format;
    private final Store store;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<HandlerRunner> handlers = new CopyOnWriteArrayList<>();
    private final List<ChangeListener> listeners = new CopyOnWriteArrayList<>();
    private final List<ReflectorLoop> loops = new ArrayList<>();
    /// Number of scopes that do not have a complete state yet.
    private final AtomicInteger unsynced;
    /// Opens when all scopes have a complete state, or one never will.
    private final CountDownLatch settled = new CountDownLatch(1);
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
            List<CollectionScope> scopes,
            InformerConfig config,
            InstantSource clock,
            RandomGenerator random,
            HandlerFailureListener handlerFailures,
            WatchFailureListener watchFailures) {
        this.resource = format.resource();
        this.config = config;
        this.clock = clock;
        this.handlerFailures = handlerFailures;
        this.watchFailures = watchFailures;
        this.format = format;
        this.store = scopes.size() > 1 ? Store.ofParts(resource.toString()) : new Store(resource.toString());
        this.startedAt = clock.instant();
        this.unsynced = new AtomicInteger(scopes.size());
        var version = new CommonVersion();
        for (CollectionScope scope : scopes) {
            CacheWriter writer = new CacheWriter(
                    store,
                    format,
                    scopes.size() > 1 ? scope.namespace() : "",
                    version.join(),
                    lock,
                    this::changed,
                    () -> handlers.forEach(HandlerRunner::wake));
            loops.add(new ReflectorLoop(
                    client,
                    format,
                    scope,
                    config.reflector(),
                    writer.onFirstState(this::synced).onNewCounting(() -> relistOthers(scope)),
                    (report, next) -> watchFailed(scope, report, next),
                    clock,
                    new SplittableRandom(random.nextLong())));
        }
        this.auditor = new Auditor(client, this, scopes, config, new SplittableRandom(random.nextLong()));
    }

    public Resource resource() {
        return resource;
    }

    /// The cache, for reading. Only the informer writes to it.
    public Store store() {
        return store;
    }

    /// A view of the cache through a class that Jackson can map, such as fabric8's `Pod`.
    public <T> TypedView<T> typed(Class<T> type) {
        return new TypedView<>(store, type);
    }

    /// The objects that an object owns directly; needs [#trackOwners]. [InformerFactory#ownersOf] is the
    /// other direction.
    public List<KubeObject> ownedBy(Uid owner) {
        return store.byIndex(OwnerIndex.NAME, owner.toString());
    }

    /// Keeps an index by owner from now on.
    public Informer trackOwners() {
        lock.lock();
        try {
            OwnerIndex.addTo(store);
            return this;
        } finally {
            lock.unlock();
        }
    }

    public HandlerRegistration addHandler(Handler handler) {
        return addHandler(handler, HandlerConfig.named(resource.toString()));
    }

    /// Calls a handler with all existing objects, then with every change, without gap or overlap.
    public HandlerRegistration addHandler(Handler handler, HandlerConfig handlerConfig) {
        lock.lock();
        try {
            if (life == Life.CLOSED) {
                throw new IllegalStateException(
                        "the informer for " + resource + " is closed and accepts no more handlers");
            }
            var self = new HandlerRunner[1];
            var runner = new HandlerRunner(
                    handler, handlerConfig, store, lock, handlerFailures, () -> handlers.remove(self[0]));
            self[0] = runner;
            handlers.add(runner);
            runner.start();
            return runner;
        } finally {
            lock.unlock();
        }
    }

    /// Notifies a listener of every write to the cache from now on; see [ChangeListener] for its obligations.
    public void addListener(ChangeListener listener) {
        listeners.add(Objects.requireNonNull(listener, "listener"));
    }

    public List<HandlerStats> handlers() {
        return handlers.stream().map(HandlerRunner::stats).toList();
    }

    /// Called once, by the factory. A closed informer stays closed.
    void start() {
        lock.lock();
        try {
            if (life == Life.CLOSED) {
                return;
            }
            life = Life.STARTED;
            startedAt = clock.instant();
            // Under the lock, so that close() ends all of them.
            loops.forEach(ReflectorLoop::start);
            Thread.ofVirtual().name("prepare-" + resource).start(format::prepare);
            auditor.start();
        } finally {
            lock.unlock();
        }
    }

    boolean closed() {
        return life == Life.CLOSED;
    }

    /// Waits for the first complete state. False if it has not arrived in time, or will not arrive: while the
    /// kind is forbidden or not served, and after [#close] or a bug. A forbidden kind is retried, and may still
    /// sync later.
    public boolean awaitSync(Duration timeout) throws InterruptedException {
        if (timeout.isNegative()) {
            throw new IllegalArgumentException("negative timeout: " + timeout);
        }
        if (life == Life.NEW) {
            throw new IllegalStateException(
                    "the informer for " + resource + " does not sync before its factory is started");
        }
        long deadline = System.nanoTime() + timeout.toNanos();
        long left = timeout.toNanos();
        while (!settled.await(Math.min(left, SLICE.toNanos()), TimeUnit.NANOSECONDS)) {
            left = deadline - System.nanoTime();
            if (left <= 0 || hopeless()) {
                return false;
            }
        }
        return unsynced.get() == 0;
    }

    /// Whether there is no complete state, and none to wait for.
    boolean hopeless() {
        return switch (state()) {
            case DENIED, NOT_SERVED, DIED, STOPPED -> true;
            case IDLE, SYNCING, SYNCED, STALE, SYNC_TIMED_OUT -> false;
        };
    }

    private void synced() {
        if (unsynced.decrementAndGet() == 0) {
            settled.countDown();
        }
    }

    /// Lists everything again; the cache stays readable in the meantime.
    public void relist(String reason) {
        loops.forEach(loop -> loop.relist(reason));
    }

    /// Called with the lock of a reflector for which versions went back. Relists the others on another
    /// thread: each of them may be about to do the same.
    private void relistOthers(CollectionScope scope) {
        if (loops.size() == 1) {
            return;
        }
        Thread.ofVirtual()
                .name("relist-" + resource)
                .start(() -> loops.stream()
                        .filter(loop -> !loop.scope().equals(scope))
                        .forEach(loop -> loop.relist("versions went back in " + scope.namespace())));
    }

    public AuditStats audits() {
        return auditor.stats();
    }

    /// Audits the cache now, and repairs it. Returns the number of wrong objects.
    public int audit() throws InterruptedException {
        return auditor.audit();
    }

    /// State of the kind; unlike [#status], does not visit all objects.
    public SyncState state() {
        return state(worst().report());
    }

    public SyncStatus status() {
        Standing worst = worst();
        ReflectorReport report = worst.report();
        Instant until = report.syncedAt().orElse(clock.instant());
        SyncState state = state(report);
        return new SyncStatus(
                resource,
                worst.scope(),
                state,
                store.size(),
                store.bytes() + format.dictionaryBytes(),
                Duration.between(startedAt, until),
                report,
                Diagnosis.cause(resource, state, report));
    }

    private record Standing(CollectionScope scope, ReflectorReport report) {}

    /// With several namespaces, the worst state is decisive.
    private Standing worst() {
        return loops.stream()
                .map(loop -> new Standing(loop.scope(), loop.report()))
                .max(Comparator.comparingInt(standing -> trouble(standing.report())))
                .orElseThrow();
    }

    /// The version that the reflector of a scope has reached.
    long reached(CollectionScope scope) {
        return report(scope).resourceVersion();
    }

    /// Whether a scope is synced and follows the server, regardless of the others.
    boolean follows(CollectionScope scope) {
        return life == Life.STARTED && report(scope).phase() == ReflectorPhase.WATCHING;
    }

    private ReflectorReport report(CollectionScope scope) {
        return loops.stream()
                .filter(loop -> loop.scope().equals(scope))
                .findFirst()
                .orElseThrow()
                .report();
    }

    private static int trouble(ReflectorReport report) {
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

    private SyncState state(ReflectorReport report) {
        boolean overdue = clock.instant().isAfter(startedAt.plus(config.syncTimeout(resource)));
        return switch (life) {
            case NEW -> SyncState.IDLE;
            case CLOSED -> SyncState.STOPPED;
            case STARTED ->
                switch (report.phase()) {
                    case WATCHING -> SyncState.SYNCED;
                    case STOPPED -> report.synced() ? SyncState.STALE : SyncState.DIED;
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

    /// A refusal remains in effect during further requests, until something arrives.
    private static Optional<SyncState> refusal(ReflectorReport report) {
        if (report.heardSinceFailure()) {
            return Optional.empty();
        }
        return report.lastFailure().flatMap(failure -> switch (failure) {
            case RequestFailure.Forbidden _ -> Optional.of(SyncState.DENIED);
            case RequestFailure.NotServed _ -> Optional.of(SyncState.NOT_SERVED);
            case RequestFailure.Expired _,
                    RequestFailure.TooLarge _,
                    RequestFailure.Throttled _,
                    RequestFailure.TimedOut _,
                    RequestFailure.Transient _,
                    RequestFailure.Unauthorized _,
                    RequestFailure.NoCredentials _,
                    RequestFailure.Rejected _,
                    RequestFailure.Defect _ -> Optional.empty();
        });
    }

    /// Called on the reflector's thread.
    private void watchFailed(CollectionScope scope, ReflectorReport report, ReflectorAction next) {
        if (next instanceof ReflectorAction.Stop && !report.synced()) {
            settled.countDown();
        }
        RequestFailure failure = report.lastFailure().orElseThrow();
        String cause = Diagnosis.cause(resource, state(report), report);
        watchFailures.watchFailed(new WatchFailure(resource, scope, failure, next, cause));
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

    /// Stops following, for all users of this informer: the factory creates another one on the next request.
    ///
    /// Does not wait for handlers: a running call continues. The cache stays readable, unchanged.
    @Override
    public void close() {
        lock.lock();
        try {
            life = Life.CLOSED;
        } finally {
            lock.unlock();
        }
        settled.countDown();
        auditor.close();
        loops.forEach(ReflectorLoop::close);
        handlers.forEach(HandlerRunner::close);
        store.close();
    }
}
