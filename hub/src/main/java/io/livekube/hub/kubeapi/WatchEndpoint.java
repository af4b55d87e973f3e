package io.livekube.hub.kubeapi;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;
import io.livekube.hub.auth.ReaderAccess;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.cluster.Freshness;
import io.livekube.hub.cluster.KindFreshness;
import io.livekube.hub.history.ChangeLog;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.hub.read.FreshnessHeaders;
import io.livekube.hub.read.Provenance;
import io.livekube.hub.read.ReadFailedException;
import io.livekube.hub.read.ReadTarget;
import io.livekube.hub.read.Reads;
import io.livekube.hub.transport.HttpExchange;
import io.livekube.hub.transport.HttpProblem;
import io.livekube.hub.transport.ResponseHead;
import io.livekube.hub.watch.Resumption;
import io.livekube.hub.watch.WatchEncoder;
import io.livekube.hub.watch.WatchFilter;
import io.livekube.hub.watch.WatchOptions;
import io.livekube.hub.watch.Watches;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// WATCH: starts after a version that the client has, or with the current state.
record WatchEndpoint(
        Watches watches, Reads reads, WatchStart starts, ReaderAccess readers, InstantSource clock, Random random) {
    private static final Duration RETRY_UNSYNCED = Duration.ofSeconds(2);
    private static final Duration RETRY_FULL = Duration.ofSeconds(5);

    /// Least duration of a watch without a timeout; the longest is twice as long.
    private static final Duration SHORTEST = Duration.ofMinutes(30);

    /// Objects to be watched.
    ///
    /// @param namespace namespace of the objects; empty for all
    /// @param matches filter on the kind's objects; includes the namespace
    record Wanted(Cluster cluster, Resource resource, String namespace, Predicate<KubeObject> matches) {
        ReadTarget target() {
            return ReadTarget.list(resource, namespace);
        }
    }

    void begin(HttpExchange exchange, Wanted wanted, WatchEncoder frames)
            throws InterruptedException, ReadFailedException {
        Cluster cluster = wanted.cluster();
        Resource resource = wanted.resource();
        WatchQuery request = WatchQuery.of(exchange);
        String reader = readers.nameOf(exchange);
        watches.limit().admit(reader).ifPresent(why -> {
            throw HttpProblem.later(429, RETRY_FULL, "Watch rejected: " + why + ". Retry later.");
        });
        cluster.opened(resource, exchange.from());
        boolean begun = false;
        try {
            KindMirror kind = synced(exchange, wanted);
            Supplier<byte[]> expired = () -> expired(kind, request);
            var filter = new WatchFilter(exchange.scope(), wanted.matches());
            switch (starts.of(kind, request, wanted, filter, exchange.from())) {
                case WatchStart.Beginning.At(Resumption from, var resume) -> {
                    var options = new WatchOptions(
                            filter,
                            request.bookmarks(),
                            request.timeout().orElseGet(this::randomTimeout),
                            request.initialEvents() && request.bookmarks());
                    var start = new Watches.Start(cluster, kind, reader, options, frames, from, resume, expired);
                    exchange.watch(
                            200, ResponseHead.JSON, (loop, connection) -> watches.start(start, loop, connection));
                    begun = true;
                }
                case WatchStart.Beginning.Expired _ -> refuse(exchange, frames.error(expired.get()));
                case WatchStart.Beginning.TooLarge(HttpProblem why) ->
                    refuse(exchange, frames.error(KubernetesStatus.ERRORS.body(why)));
            }
        } finally {
            if (!begun) {
                watches.limit().release(reader);
                cluster.closed(resource);
            }
        }
    }

    /// Errors of a watch are sent as an event on its stream.
    private static void refuse(HttpExchange exchange, byte[] error) {
        exchange.begin(200, ResponseHead.JSON);
        exchange.write(error, error.length);
        exchange.end();
    }

    /// `Status` for a client whose version the log can't continue from.
    private static byte[] expired(KindMirror kind, WatchQuery request) {
        String sentence = request.version().isPresent()
                ? whyNotFrom(kind, request.version().getAsLong())
                : "The history of %s was reset: list again.".formatted(kind.resource());
        return KubernetesStatus.ERRORS.body(HttpProblem.of(410, sentence));
    }

    private static String whyNotFrom(KindMirror kind, long known) {
        String version = Long.toUnsignedString(known);
        long floor = kind.log().floor();
        if (Long.compareUnsigned(known, floor) < 0) {
            return "too old resource version: %s (%s)".formatted(version, Long.toUnsignedString(floor));
        }
        return kind.log().placement(known) == ChangeLog.Placement.BOUNDARY
                ? "The history of %s does not continue from resource version %s: list again."
                        .formatted(kind.resource(), version)
                : "The history of %s skips resource version %s, so the changes after it are unknown: list again."
                        .formatted(kind.resource(), version);
    }

    private KindMirror synced(HttpExchange exchange, Wanted wanted) throws InterruptedException, ReadFailedException {
        Cluster cluster = wanted.cluster();
        Resource resource = wanted.resource();
        Optional<KindMirror> kind = reads.awaitSynced(cluster, wanted.target(), exchange.from());
        Freshness freshness = KindFreshness.of(cluster, resource, clock.instant());
        FreshnessHeaders.put(exchange, Provenance.ofMirror(cluster, freshness, ""), resource, cluster);
        return kind.orElseThrow(() -> HttpProblem.later(
                503,
                RETRY_UNSYNCED,
                "%s of cluster %s are not synced yet: retry in a moment.".formatted(resource, cluster.id())));
    }

    private Duration randomTimeout() {
        return SHORTEST.plusMillis(random.nextLong(SHORTEST.toMillis()));
    }
}
