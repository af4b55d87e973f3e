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

/// Documents that describe API servers, such as OpenAPI schemas: fetched once for all readers, cached, and marked
/// as stale when the API server can't be reached.
public final class ServerDocuments implements AutoCloseable {
    private static final int HELD_FAILURES = 1_000;
    /// How long a document is served without asking again.
    static final Duration FRESH = Duration.ofSeconds(30);

    /// Uncompressed size of one document.
    private static final int DOCUMENT_BYTES = 32 << 20;

    private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

    private final FetchConfig fetch;
    private final InstantSource clock;
    private final DocumentCache kept = new DocumentCache();
    private final RequestCoalescer<DocumentCache.Key, FetchedDocument> requests;
    private final WaitingReaders waiting;

    ServerDocuments(FetchConfig fetch, InstantSource clock) {
        this.fetch = fetch;
        this.clock = clock;
        this.requests = new RequestCoalescer<>(
                "hub-document-",
                new RequestCoalescer.Retention<>(
                        Duration.ZERO, fetch.kept().failures(), HELD_FAILURES, Long.MAX_VALUE, _ -> 0),
                clock);
        this.waiting = new WaitingReaders(fetch.waiting());
    }

    /// A document and its provenance.
    public record Served(FetchedDocument document, Provenance provenance) {}

    /// Returns a document, cached or fetched.
    ///
    /// @param path a path that [Task.Document#isPath] allows
    /// @param hash hash of the expected content, which makes a cached document valid at any age; empty if
    /// unknown
    public Served get(Cluster cluster, String path, String accept, String hash)
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

    /// A reader that sends another hash may know of a newer document, so a cached one is served to it only
    /// briefly.
    private boolean freshEnough(FetchedDocument document, String hash) {
        if (!hash.isEmpty() && document.hash().equals(hash)) {
            return true;
        }
        Duration maxAge = hash.isEmpty() ? FRESH : fetch.kept().answers();
        return document.asked().plus(maxAge).isAfter(clock.instant());
    }

    private FetchedDocument fetched(DocumentCache.Key key, String hash)
            throws TaskFailedException, InterruptedException {
        FallbackFetch.requireAgent(key.cluster());
        try (var _ = waiting.enter(key.cluster())) {
            return requests.get(key, 0, fetch.patience(), () -> keptOrFetched(key, hash));
        }
    }

    /// Checks the cache again before asking the agent. Requests for a key run one at a time, and an earlier one
    /// may have cached its document after the reader checked. Such a document is only moments old, so it also
    /// serves readers that joined this request with another hash.
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
        if (outcome instanceof TaskReply.Payload document) {
            FetchedDocument fetched = FetchedDocument.of(document, DOCUMENT_BYTES, asked);
            kept.keep(key, fetched);
            return fetched;
        }
        throw new TaskFailedException(502, "its agent sent a result that is not a document");
    }

    /// Documents hardly ever change, so one counts as fresh as long as the agent can be asked for another.
    private Served given(Cluster cluster, FetchedDocument document, String why) {
        Duration age = Duration.between(document.asked(), clock.instant());
        Freshness aged = Freshness.at(Optional.of(document.asked()), clock.instant());
        Freshness freshness =
                why.isEmpty() ? new Freshness(Freshness.State.FRESH, Optional.of(age)) : aged.atBestStale();
        return new Served(
                document,
                new Provenance(
                        freshness, Provenance.Source.FETCH, cluster.mirror().contact(), why));
    }

    private static ReadFailedException failed(DocumentCache.Key key, TaskFailedException failure) {
        boolean answered = failure.status() == 403 || failure.status() == 404;
        var provenance = new Provenance(
                new Freshness(answered ? Freshness.State.FRESH : Freshness.State.DISCONNECTED, Optional.empty()),
                Provenance.Source.FETCH,
                key.cluster().mirror().contact(),
                "");
        return new ReadFailedException(
                answered ? failure.status() : 503,
                answered ? Optional.empty() : Optional.of(RETRY_AFTER),
                provenance,
                "%s is not available: %s.".formatted(key, failure.reason()));
    }

    void expire() {
        kept.expire(clock.instant());
    }

    @Override
    public void close() {
        requests.close();
    }
}
