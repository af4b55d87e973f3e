package io.livekube.hub.http;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;
import io.livekube.core.store.Snapshot;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.cluster.Freshness;
import io.livekube.hub.cluster.KindFreshness;
import io.livekube.hub.history.CatchUp;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.hub.read.Provenance;
import io.livekube.hub.read.ReadFailedException;
import io.livekube.hub.read.Reads;
import io.livekube.hub.read.Target;
import io.livekube.hub.read.View;
import io.livekube.hub.watch.FrameEncoder;
import io.livekube.hub.watch.WatchBoard;
import io.livekube.hub.watch.WatchEvent;
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

    private final WatchBoard board;
    private final Reads reads;
    private final InstantSource clock;
    private final RandomGenerator random;

    KubernetesWatches(WatchBoard board, Reads reads, InstantSource clock, RandomGenerator random) {
        this.board = board;
        this.reads = reads;
        this.clock = clock;
        this.random = random;
    }

    /// Where a watch begins, or why it does not.
    private sealed interface Beginning {
        /// @param position in the kind's log
        /// @param told the version that the client knows once the initial events are told; what the log
        /// has up to there it is not told
        record At(long position, long told, Optional<Iterator<WatchEvent>> initial) implements Beginning {}

        /// The client has missed something, or knows another cluster.
        record Expired() implements Beginning {}

        record TooLarge(HttpProblem why) implements Beginning {}
    }

    /// What is to be watched.
    ///
    /// @param namespace whose objects; empty for all
    /// @param matches which of the kind's objects are wanted; those of other namespaces are not
    record Wanted(Cluster cluster, Resource resource, String namespace, Predicate<KubeObject> matches) {
        private Target target() {
            return Target.list(resource, namespace);
        }
    }

    void begin(Exchange exchange, Wanted wanted, FrameEncoder frames) throws InterruptedException, ReadFailedException {
        Cluster cluster = wanted.cluster();
        Resource resource = wanted.resource();
        WatchRequest request = WatchRequest.of(exchange);
        String reader = exchange.reader();
        board.admit(reader).ifPresent(why -> {
            throw HttpProblem.later(429, WHEN_FULL, "Try again later: " + why + ".");
        });
        cluster.opened(resource, exchange.from());
        boolean begun = false;
        try {
            KindMirror kind = synced(exchange, wanted);
            Supplier<byte[]> expired = () -> expired(kind, request);
            switch (beginning(kind, request, wanted, exchange)) {
                case Beginning.At from -> {
                    var options = new WatchOptions(
                            new WatchFilter(exchange.scope(), wanted.matches()),
                            request.bookmarks(),
                            request.timeout().orElseGet(this::someTime),
                            from.initial(),
                            request.initialEvents() && request.bookmarks());
                    var start = new WatchBoard.Start(
                            cluster, kind, reader, options, frames, from.position(), from.told(), expired);
                    begun = true;
                    exchange.watch(
                            200, Answers.JSON, (context, wire) -> board.start(start, context, wire, exchange::abort));
                }
                case Beginning.Expired _ -> refuse(exchange, frames.error(expired.get()));
                case Beginning.TooLarge(HttpProblem why) ->
                    refuse(exchange, frames.error(ErrorShape.KUBERNETES.body(why)));
            }
        } finally {
            if (!begun) {
                board.leave(reader);
                cluster.closed(resource);
            }
        }
    }

    /// Refusals of watches come inside the stream.
    private static void refuse(Exchange exchange, byte[] error) {
        exchange.stream(200, Answers.JSON, (_, response) -> {
            var _ = response.end(Buffer.buffer(error));
        });
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

    private KindMirror synced(Exchange exchange, Wanted wanted) throws InterruptedException, ReadFailedException {
        Cluster cluster = wanted.cluster();
        Resource resource = wanted.resource();
        Optional<KindMirror> kind = reads.awaitSynced(cluster, wanted.target(), exchange.from());
        Freshness freshness = KindFreshness.of(cluster, resource, clock.instant());
        String about = "%s of cluster %s".formatted(resource, cluster.id());
        FreshnessHeaders.put(
                exchange,
                new Provenance(
                        freshness, Provenance.Source.MIRROR, cluster.mirror().contact(), ""),
                about);
        return kind.orElseThrow(() -> HttpProblem.later(
                503, UNTIL_SYNCED, "The %s are not synced yet: watch again in a moment.".formatted(about)));
    }

    private Beginning beginning(KindMirror kind, WatchRequest request, Wanted wanted, Exchange exchange)
            throws InterruptedException, ReadFailedException {
        if (request.initialEvents()) {
            return withState(kind, request, wanted, exchange.from());
        }
        if (request.version().isEmpty()) {
            return after(kind, kind.log().version(), wanted, exchange);
        }
        long known = request.version().getAsLong();
        if (Long.compareUnsigned(known, kind.log().version()) <= 0) {
            return after(kind, known, wanted, exchange);
        }
        return switch (reads.upstreamHas(known, wanted.cluster(), kind)) {
            case YES -> after(kind, known, wanted, exchange);
            case NO -> new Beginning.Expired();
            case UNKNOWN -> throw VersionWish.tooLarge(known, kind.store().resourceVersion());
        };
    }

    /// With what there is now, or at a version, and then from there on.
    private Beginning withState(KindMirror kind, WatchRequest request, Wanted wanted, String by)
            throws InterruptedException, ReadFailedException {
        View view;
        if (request.version().isPresent()) {
            long known = request.version().getAsLong();
            view = reads.viewSince(known, wanted.cluster(), wanted.target(), false, by)
                    .view();
            if (Long.compareUnsigned(view.version(), known) < 0) {
                return new Beginning.TooLarge(VersionWish.tooLarge(known, view.version()));
            }
        } else {
            boolean strict = request.latest() && reads.strictByDefault();
            view = reads.view(wanted.cluster(), wanted.target(), strict, by);
        }
        Snapshot state = kind.log().positionAfter(view.version()).isPresent()
                ? view.state()
                : kind.store().snapshot(); // what was fetched is older than the log
        Iterator<WatchEvent> objects = (wanted.namespace().isEmpty() ? state.list() : state.list(wanted.namespace()))
                .stream().filter(wanted.matches()).map(WatchEvent::initial).iterator();
        long version = state.resourceVersion();
        OptionalLong position = kind.log().positionAfter(version);
        return position.isPresent()
                ? new Beginning.At(position.getAsLong(), version, Optional.of(objects))
                : new Beginning.Expired();
    }

    private Beginning after(KindMirror kind, long known, Wanted wanted, Exchange exchange) {
        OptionalLong position = kind.log().positionAfter(known);
        return position.isPresent()
                ? new Beginning.At(position.getAsLong(), known, Optional.empty())
                : afterList(kind, known, wanted, exchange).orElseGet(Beginning.Expired::new);
    }

    /// For who listed while the cluster was being turned on, and so knows a version from before the log:
    /// first what differs from the list, then the log.
    private Optional<Beginning> afterList(KindMirror kind, long known, Wanted wanted, Exchange exchange) {
        Snapshot present = kind.store().snapshot();
        OptionalLong position = kind.log().positionAfter(present.resourceVersion());
        if (position.isEmpty()) {
            return Optional.empty();
        }
        var filter = new WatchFilter(exchange.scope(), wanted.matches());
        return reads.given(known, wanted.cluster(), wanted.target())
                .flatMap(list -> CatchUp.between(list, present, wanted.namespace()))
                .map(missed -> missed.stream()
                        .map(filter::apply)
                        .flatMap(Optional::stream)
                        .iterator())
                .map(events -> new Beginning.At(position.getAsLong(), present.resourceVersion(), Optional.of(events)));
    }

    private Duration someTime() {
        long shortest = board.config().shortest().toMillis();
        return Duration.ofMillis(shortest + random.nextLong(shortest));
    }
}
