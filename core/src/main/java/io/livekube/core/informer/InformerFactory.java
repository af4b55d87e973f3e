package io.livekube.core.informer;

import io.livekube.core.SteadyClock;
import io.livekube.core.handler.HandlerFailureListener;
import io.livekube.core.http.ApiClient;
import io.livekube.core.listwatch.CollectionScope;
import io.livekube.core.model.FormatConfig;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectFormat;
import io.livekube.core.model.Resource;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Factory of shared informers: one LIST and WATCH per resource and scope, regardless of the number of users.
///
/// Kinds sync independently, in the order in which they were requested. A forbidden, missing or huge kind
/// delays no other.
public final class InformerFactory implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(InformerFactory.class);

    private final ApiClient client;
    private final InformerConfig config;
    private final InstantSource clock;
    private final RandomGenerator random;
    private final HandlerFailureListener handlerFailures;
    private final List<WatchFailureListener> watchFailures = new CopyOnWriteArrayList<>();
    private final Function<Resource, FormatConfig> formats;
    private final Map<Key, Informer> informers = new LinkedHashMap<>();
    private boolean started;
    private boolean closed;

    private record Key(Resource resource, List<CollectionScope> scopes) {}

    public InformerFactory(ApiClient client, InformerConfig config) {
        this(
                client,
                config,
                FormatConfig::defaultsFor,
                new SteadyClock(),
                RandomGenerator.of("L64X128MixRandom"),
                (handler, key, failure) -> LOG.error("handler '{}' failed at {}", handler, key, failure));
    }

    /// @param formats format of each resource's objects
    /// @param handlerFailures gets the exceptions of handlers
    public InformerFactory(
            ApiClient client,
            InformerConfig config,
            Function<Resource, FormatConfig> formats,
            InstantSource clock,
            RandomGenerator random,
            HandlerFailureListener handlerFailures) {
        config.checkAgainst(client.config());
        this.client = client;
        this.config = config;
        this.formats = formats;
        this.clock = clock;
        this.random = random;
        this.handlerFailures = handlerFailures;
    }

    /// Notifies a listener of every failed LIST and WATCH of any informer from now on. Add it before [#start]
    /// so that it misses none.
    public void addListener(WatchFailureListener listener) {
        watchFailures.add(Objects.requireNonNull(listener, "listener"));
    }

    /// The owners of an object that are in the caches of this factory's informers: from a pod to its
    /// ReplicaSet, and from that to its Deployment. [Informer#ownedBy] is the other direction.
    ///
    /// Omits owners whose kind is not followed or not synced yet, and owners that no longer exist;
    /// [KubeObject#owners] contains them as well.
    public List<KubeObject> ownersOf(KubeObject object) {
        List<Informer> followed =
                all().stream().filter(informer -> !informer.closed()).toList();
        return object.owners().stream()
                .flatMap(owner -> OwnerIndex.find(owner, object.namespace(), followed).stream())
                .toList();
    }

    private void watchFailed(WatchFailure failure) {
        for (WatchFailureListener listener : watchFailures) {
            try {
                listener.watchFailed(failure);
            } catch (RuntimeException | Error e) {
                LOG.error("a failure listener threw an exception at: {}", failure.describe(), e);
            }
        }
    }

    public Informer informer(Resource resource) {
        return informer(resource, CollectionScope.ALL);
    }

    /// One cache over one or several scopes; several are namespaces of the same resource, in any order.
    ///
    /// The version of such a cache is the one that all of them have reached: in a namespace without changes,
    /// the server's bookmarks, about one per minute, advance it.
    public synchronized Informer informer(Resource resource, CollectionScope... scopes) {
        if (closed) {
            throw new IllegalStateException("the informer factory is closed: no informer for " + resource);
        }
        if (scopes.length == 0) {
            throw new IllegalArgumentException("an informer needs a scope; CollectionScope.ALL for everything");
        }
        if (scopes.length > 1
                && List.of(scopes).stream().anyMatch(s -> s.namespace().isEmpty())) {
            throw new IllegalArgumentException("several scopes must each name a namespace, got " + List.of(scopes));
        }
        if (Stream.of(scopes).map(CollectionScope::namespace).distinct().count() < scopes.length) {
            throw new IllegalArgumentException(
                    "several scopes must be of different namespaces, got " + List.of(scopes));
        }
        Key key = new Key(
                resource,
                Stream.of(scopes)
                        .sorted(Comparator.comparing(CollectionScope::namespace))
                        .toList());
        Informer known = informers.get(key);
        if (known != null && !known.closed()) {
            return known;
        }
        // A closed informer is not kept with all its objects: kinds come and go with their definitions.
        informers.values().removeIf(Informer::closed);
        ObjectFormat format = new ObjectFormat(resource, formats.apply(resource));
        Informer informer =
                new Informer(client, format, key.scopes(), config, clock, random, handlerFailures, this::watchFailed);
        informers.put(key, informer);
        if (started) {
            informer.start();
        }
        return informer;
    }

    /// Starts all informers; later ones start when they are created.
    public synchronized void start() {
        if (closed) {
            throw new IllegalStateException("the informer factory is closed and can't be started");
        }
        if (started) {
            throw new IllegalStateException("the informer factory was started before");
        }
        started = true;
        informers.values().forEach(Informer::start);
        LOG.info("following {} collections of {}; {}", informers.size(), client.server(), HeapLimit.describe());
    }

    /// Waits for all kinds.
    public SyncResult awaitSync(Duration timeout) throws InterruptedException {
        return awaitSync(all(), timeout);
    }

    /// Waits for the kinds that are needed first. Does not wait for those that can't sync: forbidden or not served.
    public SyncResult awaitSync(Collection<Informer> wanted, Duration timeout) throws InterruptedException {
        if (timeout.isNegative()) {
            throw new IllegalArgumentException("negative timeout: " + timeout);
        }
        if (!started()) {
            throw new IllegalStateException("nothing will sync before the informer factory is started");
        }
        long deadline = System.nanoTime() + timeout.toNanos();
        List<Informer> left = new ArrayList<>(wanted);
        while (!left.isEmpty() && System.nanoTime() - deadline < 0) {
            Informer next = left.getFirst();
            if (next.awaitSync(Informer.SLICE) || next.hopeless()) {
                left.removeFirst();
            } else {
                left.add(left.removeFirst());
            }
        }
        return result(wanted);
    }

    private static SyncResult result(Collection<Informer> informers) {
        List<SyncStatus> synced = new ArrayList<>();
        List<SyncStatus> pending = new ArrayList<>();
        for (Informer informer : informers) {
            SyncStatus status = informer.status();
            (status.state().readable() ? synced : pending).add(status);
        }
        return new SyncResult(synced, pending);
    }

    public List<SyncStatus> status() {
        return all().stream().map(Informer::status).toList();
    }

    private synchronized boolean started() {
        return started;
    }

    private synchronized List<Informer> all() {
        return List.copyOf(informers.values());
    }

    /// Closes all informers, as [Informer#close] does, and creates no more. Does not wait for handlers; the
    /// client stays open.
    @Override
    public void close() {
        List<Informer> open;
        synchronized (this) {
            closed = true;
            open = List.copyOf(informers.values());
        }
        open.forEach(Informer::close);
    }
}
