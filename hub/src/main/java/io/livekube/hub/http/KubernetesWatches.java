package io.livekube.hub.http;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;
import io.livekube.core.store.Snapshot;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.cluster.Freshness;
import io.livekube.hub.cluster.KindFreshness;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.hub.read.Provenance;
import io.livekube.hub.watch.FrameEncoder;
import io.livekube.hub.watch.WatchBoard;
import io.livekube.hub.watch.WatchFilter;
import io.livekube.hub.watch.WatchOptions;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// Begins watches the way an API server does: from a version that the client knows, or with what there is
/// now.
final class KubernetesWatches {
    private static final Duration UNTIL_SYNCED = Duration.ofSeconds(2);
    private static final Duration WHEN_FULL = Duration.ofSeconds(5);

    /// How long a version that is still to come is waited for, as an API server does.
    private static final Duration TO_COME = Duration.ofSeconds(3);

    private final WatchBoard board;
    private final InstantSource clock;
    private final RandomGenerator random;

    KubernetesWatches(WatchBoard board, InstantSource clock, RandomGenerator random) {
        this.board = board;
        this.clock = clock;
        this.random = random;
    }

    /// Where a watch begins.
    ///
    /// @param told the version that the client knows once the initial objects are told
    private record Beginning(long position, long told, Optional<Iterator<KubeObject>> initial) {}

    /// What is to be watched.
    ///
    /// @param matches which of the kind's objects are wanted; those of other namespaces are not
    record Wanted(Cluster cluster, Resource resource, String namespace, Predicate<KubeObject> matches) {}

    void begin(Exchange exchange, Wanted wanted, FrameEncoder frames) throws InterruptedException {
        Cluster cluster = wanted.cluster();
        Resource resource = wanted.resource();
        WatchRequest request = WatchRequest.of(exchange);
        String reader = exchange.from();
        board.admit(reader).ifPresent(why -> {
            throw HttpProblem.later(429, WHEN_FULL, "Try again later: " + why + ".");
        });
        cluster.opened(resource, exchange.from());
        boolean begun = false;
        try {
            KindMirror kind = synced(exchange, cluster, resource);
            Optional<Beginning> beginning = beginning(kind, request, wanted);
            begun = true;
            Supplier<byte[]> expired = () -> expired(kind, request);
            if (beginning.isEmpty()) {
                begun = false;
                exchange.stream(200, Answers.JSON, (_, response) -> {
                    var _ = response.end(Buffer.buffer(frames.error(expired.get())));
                });
                return;
            }
            Beginning from = beginning.get();
            var options = new WatchOptions(
                    new WatchFilter(wanted.matches()),
                    request.bookmarks(),
                    request.timeout().orElseGet(this::someTime),
                    from.initial(),
                    request.initialEvents() && request.bookmarks());
            var start =
                    new WatchBoard.Start(cluster, kind, reader, options, frames, from.position(), from.told(), expired);
            exchange.stream(200, Answers.JSON, (context, response) -> board.start(start, context, response));
        } finally {
            if (!begun) {
                board.leave(reader);
                cluster.closed(resource);
            }
        }
    }

    /// What a client is told that knows a version from which nobody can go on.
    private static byte[] expired(KindMirror kind, WatchRequest request) {
        String sentence = request.version().isPresent()
                ? "too old resource version: %s (%s)"
                        .formatted(
                                Long.toUnsignedString(request.version().getAsLong()),
                                Long.toUnsignedString(kind.log().floor()))
                : "The history of %s begins anew: list again.".formatted(kind.resource());
        return ErrorShape.KUBERNETES.body(HttpProblem.of(410, sentence));
    }

    private KindMirror synced(Exchange exchange, Cluster cluster, Resource resource) {
        Freshness freshness = KindFreshness.of(cluster, resource, clock.instant());
        String about = "%s of cluster %s".formatted(resource, cluster.id());
        FreshnessHeaders.put(
                exchange,
                new Provenance(
                        freshness, Provenance.Source.MIRROR, cluster.mirror().contact(), ""),
                about);
        return cluster.mirror()
                .kind(resource)
                .filter(KindMirror::synced)
                .orElseThrow(() -> HttpProblem.later(
                        503, UNTIL_SYNCED, "The %s are not synced yet: watch again in a moment.".formatted(about)));
    }

    private Optional<Beginning> beginning(KindMirror kind, WatchRequest request, Wanted wanted)
            throws InterruptedException {
        if (request.version().isPresent() && !request.initialEvents()) {
            long known = request.version().getAsLong();
            awaitVersion(kind, known);
            OptionalLong position = kind.log().positionAfter(known);
            return position.isPresent()
                    ? Optional.of(new Beginning(position.getAsLong(), known, Optional.empty()))
                    : Optional.empty();
        }
        if (request.version().isPresent()) {
            awaitVersion(kind, request.version().getAsLong());
        }
        while (true) {
            Snapshot state = kind.store().snapshot();
            OptionalLong position = kind.log().positionAfter(state.resourceVersion());
            if (position.isPresent()) {
                Iterator<KubeObject> objects = (wanted.namespace().isEmpty()
                                ? state.list()
                                : state.list(wanted.namespace()))
                        .stream().filter(wanted.matches()).iterator();
                return Optional.of(new Beginning(position.getAsLong(), state.resourceVersion(), Optional.of(objects)));
            }
            if (kind.log().closed()) {
                return Optional.empty();
            }
            Thread.sleep(1); // the log is a moment behind the state
        }
    }

    private static void awaitVersion(KindMirror kind, long version) throws InterruptedException {
        if (!kind.store().awaitVersion(version, TO_COME)) {
            throw HttpProblem.later(
                    504,
                    Duration.ofSeconds(1),
                    "Too large resource version: %s, current: %s"
                            .formatted(
                                    Long.toUnsignedString(version),
                                    Long.toUnsignedString(kind.store().resourceVersion())));
        }
    }

    private Duration someTime() {
        long shortest = board.config().shortest().toMillis();
        return Duration.ofMillis(shortest + random.nextLong(shortest));
    }
}
