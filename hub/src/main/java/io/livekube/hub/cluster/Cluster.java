package io.livekube.hub.cluster;

import com.dynatrace.hash4j.hashing.Hashing;
import io.livekube.core.model.Resource;
import io.livekube.hub.ingest.Ingest;
import io.livekube.hub.ingest.IngestStats;
import io.livekube.hub.mirror.ClusterMirror;
import io.livekube.protocol.Answer;
import io.livekube.protocol.Batch;
import io.livekube.protocol.BatchDecoder;
import io.livekube.protocol.Incoming;
import io.livekube.protocol.ProtocolException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/// One registered cluster: its mirror, and the one door through which batches come into it.
public final class Cluster {
    private static final Duration WHEN_CROWDED = Duration.ofSeconds(1);

    private final Ingest ingest;
    private final int maxWaiting;
    private final Semaphore door = new Semaphore(1, true);
    private final AtomicInteger here = new AtomicInteger();
    private final Confirmations confirmations = new Confirmations();
    private final Journal journal;
    private volatile IngestStats stats;

    /// @param maxWaiting how many batches may be here at once, in work or waiting
    Cluster(Ingest ingest, int maxWaiting) {
        this.ingest = ingest;
        this.maxWaiting = maxWaiting;
        this.stats = ingest.stats();
        this.journal = new Journal(ingest.mirror());
    }

    public String id() {
        return ingest.mirror().id();
    }

    public ClusterMirror mirror() {
        return ingest.mirror();
    }

    public IngestStats stats() {
        return stats;
    }

    /// When what is known of a kind was last known to be so; empty if it never was.
    public Optional<Instant> confirmed(Resource resource) {
        return confirmations.of(resource);
    }

    /// The right to be the one that writes; to be closed afterwards, from any thread.
    final class Turn implements AutoCloseable {
        @Override
        public void close() {
            door.release();
            here.decrementAndGet();
        }
    }

    /// Waits for the turn.
    Turn turn() throws BusyException, InterruptedException {
        if (here.incrementAndGet() > maxWaiting) {
            here.decrementAndGet();
            throw new BusyException(
                    "%d batches of cluster %s are here already, and an agent sends one at a time: is there a second agent?"
                            .formatted(maxWaiting, id()),
                    WHEN_CROWDED);
        }
        try {
            door.acquire();
        } catch (InterruptedException e) {
            here.decrementAndGet();
            throw e;
        }
        return new Turn();
    }

    /// Takes a batch, for whoever has the turn.
    Answer take(BatchDecoder decoder, byte[] body, Instant now) throws ProtocolException {
        long hash = Hashing.xxh3_64().hashBytesToLong(body);
        try {
            Incoming incoming = decoder.open(body);
            Optional<Answer> known = ingest.admit(incoming.session(), incoming.sequence(), hash, now);
            Answer answer = known.isPresent() ? known.get() : decodeAndTake(incoming, hash, now);
            journal.answered(answer, now);
            return answer;
        } catch (ProtocolException e) {
            journal.wrong(e, now);
            throw e;
        } finally {
            stats = ingest.stats();
        }
    }

    private Answer decodeAndTake(Incoming incoming, long hash, Instant now) throws ProtocolException {
        Batch batch;
        try {
            batch = incoming.decode(ingest.counterpart());
        } catch (ProtocolException e) {
            if (e.problem() == ProtocolException.Problem.OUT_OF_STEP) {
                confirmations.allDoubted();
                return ingest.outOfStep(incoming.session(), incoming.sequence());
            }
            throw e;
        }
        Answer answer = ingest.take(batch, hash, now);
        if (answer instanceof Answer.Acknowledged acknowledged) {
            confirmations.taken(batch, acknowledged, now);
            journal.taken(batch);
        } else if (answer instanceof Answer.Mismatch mismatch) {
            confirmations.doubted(mismatch.resources());
        }
        return answer;
    }
}
