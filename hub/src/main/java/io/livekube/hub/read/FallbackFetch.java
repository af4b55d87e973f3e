package io.livekube.hub.read;

import io.livekube.core.json.MalformedJsonException;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;
import io.livekube.core.store.Snapshot;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.control.TaskFailedException;
import io.livekube.hub.control.TaskReply;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.protocol.Part;
import io.livekube.protocol.Task;
import io.livekube.protocol.TaskResult;
import io.livekube.protocol.WellKnownKinds;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/// Fetches what the mirror can't answer from the API server, through the agent; identical fetches are shared.
final class FallbackFetch implements AutoCloseable {
    /// Additional time to decode a response that arrives at the last moment.
    private static final Duration DECODING = Duration.ofSeconds(5);

    private static final int HELD_VERSIONS = 1_000;

    private final FetchConfig config;
    private final InstantSource clock;
    private final RequestCoalescer<ListKey, FetchedList> lists;
    private final RequestCoalescer<KindKey, Long> versions;
    private final WaitingReaders waiting;

    private record ListKey(Cluster cluster, ReadTarget target) {
        @Override
        public String toString() {
            return "%s of cluster %s".formatted(target, cluster.id());
        }
    }

    private record KindKey(Cluster cluster, Resource resource) {
        @Override
        public String toString() {
            return "the version of %s of cluster %s".formatted(resource, cluster.id());
        }
    }

    FallbackFetch(FetchConfig config, InstantSource clock) {
        this.config = config;
        this.clock = clock;
        this.waiting = new WaitingReaders(config.waiting());
        FetchConfig.Kept kept = config.kept();
        this.lists = new RequestCoalescer<>(
                "hub-fetch-",
                new RequestCoalescer.Retention<>(
                        kept.answers(), kept.failures(), kept.lists(), kept.bytes(), FetchedList::bytes),
                clock);
        this.versions = new RequestCoalescer<>(
                "hub-version-",
                new RequestCoalescer.Retention<>(Duration.ZERO, Duration.ZERO, HELD_VERSIONS, Long.MAX_VALUE, _ -> 0),
                clock);
    }

    /// Objects from the API server, fetched now or moments ago.
    FetchedList recent(Cluster cluster, ReadTarget target) throws TaskFailedException, InterruptedException {
        return list(cluster, target, 0, config.patience());
    }

    /// Moment after which [#listAfter] and [#versionAfter] must ask the API server.
    ///
    /// @param list see [RequestCoalescer#moment]
    /// @param version see [RequestCoalescer#moment]
    record Moment(long list, long version) {}

    Moment moment() {
        return new Moment(lists.moment(), versions.moment());
    }

    /// Objects from the API server, read after the given moment.
    FetchedList listAfter(Moment moment, Cluster cluster, ReadTarget target, Duration patience)
            throws TaskFailedException, InterruptedException {
        return list(cluster, target, moment.list(), patience);
    }

    /// Resource version of a kind on the API server, read after the given moment.
    long versionAfter(Moment moment, Cluster cluster, Resource resource, Duration patience)
            throws TaskFailedException, InterruptedException {
        requireAgent(cluster);
        try (var _ = waiting.enter(cluster)) {
            return versions.get(
                    new KindKey(cluster, resource), moment.version(), patience, () -> askVersion(cluster, resource));
        }
    }

    private FetchedList list(Cluster cluster, ReadTarget target, long after, Duration patience)
            throws TaskFailedException, InterruptedException {
        requireAgent(cluster);
        try (var _ = waiting.enter(cluster)) {
            return lists.get(
                    new ListKey(cluster, target), after, patience.plus(DECODING), () -> askList(cluster, target));
        }
    }

    /// Checked up front: whether the agent is connected is known immediately, so this outcome needs no caching.
    static void requireAgent(Cluster cluster) throws TaskFailedException {
        if (!cluster.tasks().agentConnected()) {
            throw new TaskFailedException(503, "its agent is not connected");
        }
    }

    private long askVersion(Cluster cluster, Resource resource) throws TaskFailedException, InterruptedException {
        TaskReply outcome =
                cluster.tasks().ask(config.patience(), (id, within) -> new Task.Version(id, within, resource));
        if (outcome instanceof TaskReply.Result(TaskResult.Version(long version))) {
            return version;
        }
        throw new TaskFailedException(502, "its agent sent a result that is not a version");
    }

    private FetchedList askList(Cluster cluster, ReadTarget target) throws TaskFailedException, InterruptedException {
        Instant asked = clock.instant();
        TaskReply outcome = cluster.tasks()
                .ask(
                        config.patience(),
                        (id, within) ->
                                new Task.Fetch(id, within, target.resource(), target.namespace(), target.name()));
        if (outcome instanceof TaskReply.Payload objects) {
            return decode(cluster, target, objects, asked);
        }
        throw new TaskFailedException(502, "its agent sent a result that is not a list");
    }

    private FetchedList decode(Cluster cluster, ReadTarget target, TaskReply.Payload objects, Instant asked)
            throws TaskFailedException {
        Optional<Part.Kind> known = known(cluster, target.resource());
        ListDecoder.Decoded list;
        try {
            list = new ListDecoder(cluster.id(), target.resource(), config.list())
                    .decode(objects, known.map(Part.Kind::kind).orElse(""), base(cluster, target));
        } catch (MalformedJsonException e) {
            throw new TaskFailedException(502, "the list that its agent fetched is invalid: " + e.getMessage());
        }
        if (target.single()
                && list.state().get(target.namespace(), target.name()).isEmpty()) {
            throw new TaskFailedException(502, "its agent fetched the wrong object, or one that can't be decoded");
        }
        Part.Kind kind =
                known.orElseGet(() -> new Part.Kind(target.resource(), list.kind(), namespaced(target, list.state())));
        return new FetchedList(kind, list.state(), asked, list.skipped());
    }

    /// The kind of a resource, if known.
    static Optional<Part.Kind> known(Cluster cluster, Resource resource) {
        int number = WellKnownKinds.number(resource);
        return cluster.mirror()
                .kind(resource)
                .map(KindMirror::kind)
                .or(() -> number < 0
                        ? Optional.empty()
                        : Optional.of(WellKnownKinds.all().get(number)));
    }

    private static boolean namespaced(ReadTarget target, Snapshot state) {
        return !target.namespace().isEmpty()
                || state.list().stream()
                        .findFirst()
                        .map(KubeObject::namespace)
                        .filter(namespace -> !namespace.isEmpty())
                        .isPresent();
    }

    /// The state that a fetched list is based on: most of its objects equal those that the mirror held before.
    private static Snapshot base(Cluster cluster, ReadTarget target) {
        return target.whole()
                ? cluster.mirror()
                        .kind(target.resource())
                        .filter(KindMirror::synced)
                        .map(kind -> kind.store().snapshot())
                        .orElse(Snapshot.EMPTY)
                : Snapshot.EMPTY;
    }

    @Override
    public void close() {
        lists.close();
        versions.close();
    }
}
