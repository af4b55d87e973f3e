package io.livekube.hub.read;

import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.cluster.Freshness;
import io.livekube.hub.control.TaskFailedException;
import io.livekube.hub.control.TaskReply;
import io.livekube.protocol.Task;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/// Documents in which API servers describe themselves, fetched once for all readers, cached, and marked as
/// stale when the API server can't be asked.
public final class ServerDocuments implements AutoCloseable {
    private static final int HELD_FAILURES = 1_000;
    private static final Duration AGAIN = Duration.ofSeconds(2);

    private final DocumentConfig config;
    private final FetchConfig fetch;
    private final InstantSource clock;
    private final DocumentCache kept;
    private final RequestCoalescer<DocumentCache.Key, FetchedDocument> requests;
    private final WaitingReaders waiting;

    ServerDocuments(DocumentConfig config, FetchConfig fetch, InstantSource clock) {
        this.config = config;
        this.fetch = fetch;
        this.clock = clock;
        this.kept = new DocumentCache(config);
        this.requests = new RequestCoalescer<>(
                "hub-document-",
                new RequestCoalescer.Retention<>(
                        Duration.ZERO, fetch.kept().failures(), HELD_FAILURES, Long.MAX_VALUE, _ -> 0),
                clock);
        this.waiting = new WaitingReaders(fetch.waiting());
    }

    /// A document and its provenance.
    public record Given(FetchedDocument document, Provenance provenance) {}

    /// Returns a document, cached or fetched.
    ///
    /// @param path that [Task.Document#isPath] allows
    /// @param hash of the content, which makes a cached document valid at any age; empty if unknown
    public Given get(Cluster cluster, String path, String accept, String hash)
            throws ReadFailedException, InterruptedException {
        var key = new DocumentCache.Key(cluster, path, accept);
        Optional<FetchedDocument> held = kept.find(key);
        if (held.isPresent() && freshEnough(held.get(), hash)) {
            return given(cluster, held.get(), "");
        }
        try {
            return given(cluster, fetched(key, hash), "");
        } catch (TaskFailedException e) {
            if (held.isPresent() && e.status() != 404) {
                return given(cluster, held.get(), ReadFailures.notFetched(e));
            }
            throw failed(key, e);
        }
    }

    /// A reader that names another hash may know of a newer document, so a cached one serves it only briefly.
    private boolean freshEnough(FetchedDocument document, String hash) {
        if (!hash.isEmpty() && document.hash().equals(hash)) {
            return true;
        }
        Duration youth = hash.isEmpty() ? config.fresh() : fetch.kept().answers();
        return document.asked().plus(youth).isAfter(clock.instant());
    }

    private FetchedDocument fetched(DocumentCache.Key key, String hash)
            throws TaskFailedException, InterruptedException {
        FallbackFetch.requireAgent(key.cluster());
        try (var _ = waiting.enter(key.cluster())) {
            return requests.get(key, 0, fetch.patience(), () -> keptOrFetched(key, hash));
        }
    }

    /// Checks the cache again before asking the agent. Requests for a key run one at a time, and an earlier
    /// one may have cached its document after the reader checked. Such a document is only moments old, so it
    /// also serves readers that joined this request with another hash.
    private FetchedDocument keptOrFetched(DocumentCache.Key key, String hash)
            throws TaskFailedException, InterruptedException {
        Optional<FetchedDocument> meanwhile = kept.find(key).filter(document -> freshEnough(document, hash));
        return meanwhile.isPresent() ? meanwhile.get() : ask(key);
    }

    private FetchedDocument ask(DocumentCache.Key key) throws TaskFailedException, InterruptedException {
        Instant asked = clock.instant();
        TaskReply outcome = key.cluster()
                .tasks()
                .ask(fetch.patience(), (id, within) -> new Task.Document(id, within, key.path(), key.accept()));
        if (outcome instanceof TaskReply.Document document) {
            FetchedDocument fetched = FetchedDocument.of(document, config.documentBytes(), asked);
            kept.keep(key, fetched);
            return fetched;
        }
        throw new TaskFailedException(502, "its agent sent another kind of result than a document");
    }

    /// A document hardly changes with age: it counts as fresh while its agent could be asked for another.
    private Given given(Cluster cluster, FetchedDocument document, String why) {
        Duration age = Duration.between(document.asked(), clock.instant());
        Freshness aged = Freshness.at(Optional.of(document.asked()), clock.instant());
        Freshness freshness =
                why.isEmpty() ? new Freshness(Freshness.State.FRESH, Optional.of(age)) : aged.atBestStale();
        return new Given(
                document,
                new Provenance(
                        freshness, Provenance.Source.FETCH, cluster.mirror().contact(), why));
    }

    private static ReadFailedException failed(DocumentCache.Key key, TaskFailedException said) {
        boolean answered = said.status() == 403 || said.status() == 404;
        var provenance = new Provenance(
                new Freshness(answered ? Freshness.State.FRESH : Freshness.State.DISCONNECTED, Optional.empty()),
                Provenance.Source.FETCH,
                key.cluster().mirror().contact(),
                "");
        return new ReadFailedException(
                answered ? said.status() : 503,
                answered ? Optional.empty() : Optional.of(AGAIN),
                provenance,
                "The document %s is not available: %s.".formatted(key, said.reason()));
    }

    void expire() {
        kept.expire(clock.instant());
    }

    @Override
    public void close() {
        requests.close();
    }
}
