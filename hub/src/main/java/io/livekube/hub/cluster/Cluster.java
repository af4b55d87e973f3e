package io.livekube.hub.cluster;

import com.dynatrace.hash4j.hashing.Hashing;
import io.livekube.core.model.Resource;
import io.livekube.hub.control.Activation;
import io.livekube.hub.control.AgentTasks;
import io.livekube.hub.control.ControlConfig;
import io.livekube.hub.control.DesiredSync;
import io.livekube.hub.control.SyncMode;
import io.livekube.hub.control.SyncSettings;
import io.livekube.hub.control.SyncTransition;
import io.livekube.hub.control.TaskFailedException;
import io.livekube.hub.ingest.Ingest;
import io.livekube.hub.ingest.IngestStats;
import io.livekube.hub.instrumentation.HubObserver;
import io.livekube.hub.mirror.ClusterMirror;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.protocol.Answer;
import io.livekube.protocol.Ask;
import io.livekube.protocol.Batch;
import io.livekube.protocol.BatchDecoder;
import io.livekube.protocol.IncomingBatch;
import io.livekube.protocol.Part;
import io.livekube.protocol.ProtocolException;
import io.livekube.protocol.Task;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.MDC;

/// One registered cluster: its mirror, the one door through which batches come into it, and whether it is
/// synced.
public final class Cluster {
    private static final Duration WHEN_CROWDED = Duration.ofSeconds(1);

    private final Ingest ingest;
    private final int maxWaiting;
    private final Semaphore door = new Semaphore(1, true);
    private final AtomicInteger here = new AtomicInteger();
    private final VerificationTimes confirmations = new VerificationTimes();
    private final ClusterEvents events = new ClusterEvents();
    private final ChangeLatencies latencies = new ChangeLatencies();
    private final ClusterEventRecorder journal;
    private final Activation activation;
    private final AgentTasks tasks;
    private final HubObserver observer;
    private final InstantSource clock;
    private final Object telling = new Object();
    private volatile IngestStats stats;
    private volatile String server = "";
    private long told;

    /// @param maxWaiting how many batches may be here at once, in work or waiting
    /// @param instance tells this hub's tasks from those of hubs before it
    Cluster(
            Ingest ingest,
            int maxWaiting,
            ControlConfig control,
            SyncSettings settings,
            String instance,
            HubObserver observer,
            InstantSource clock) {
        this.ingest = ingest;
        this.maxWaiting = maxWaiting;
        this.observer = observer;
        this.clock = clock;
        this.stats = ingest.stats();
        this.journal = new ClusterEventRecorder(ingest.mirror(), events);
        this.activation = new Activation(control.activation(), settings, clock.instant());
        this.tasks = new AgentTasks(id(), instance, control.tasks(), activation::wish, observer, clock);
        ingest.mirror().want(activation.wish().kinds());
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

    /// What happened to it lately.
    public ClusterEvents events() {
        return events;
    }

    /// How long its changes took lately until readers could see them.
    public ChangeLatencies latencies() {
        return latencies;
    }

    /// The way to its agent.
    public AgentTasks tasks() {
        return tasks;
    }

    public Activation activation() {
        return activation;
    }

    /// Somebody reads a kind: the cluster is synced from now on, and the kind first, unless somebody has
    /// decided otherwise.
    ///
    /// @param by who, as "from 127.0.0.1"
    public void read(Resource resource, String by) {
        changed(activation.read(resource, synced(resource), by, clock.instant()));
    }

    /// Somebody reads something of it that may not exist.
    public void read(String by) {
        changed(activation.read(by, clock.instant()));
    }

    /// Somebody begins to follow a kind; [#closed] ends it.
    public void opened(Resource resource, String by) {
        changed(activation.opened(resource, synced(resource), by, clock.instant()));
    }

    /// Somebody has stopped to follow a kind.
    public void closed(Resource resource) {
        activation.closed(resource, clock.instant());
        changed(Optional.empty());
    }

    /// Its agent asks for tasks.
    ///
    /// @param pushes whether it says that it is on
    public void polled(boolean pushes) {
        changed(activation.heardOf(pushes, clock.instant()));
    }

    /// Its agent says where its API server is.
    public void servedAt(String url) {
        server = url;
    }

    /// The URL of its API server as its agent knows it; empty as long as it has not said it.
    public String server() {
        return server;
    }

    /// Somebody decides how it is synced.
    public void set(SyncSettings settings, String by) {
        Instant now = clock.instant();
        events.add(ClusterEvent.Type.SET, "%s, set %s".formatted(settings, by), now);
        changed(activation.set(settings, by, now));
    }

    /// Somebody wants everything anew: the agent reads the API server again and sends all objects, whatever
    /// the digests say.
    public void resync(Duration within, String by) throws TaskFailedException, InterruptedException {
        events.add(ClusterEvent.Type.RESYNC, "asked for " + by, clock.instant());
        ingest.resync();
        var _ = tasks.ask(within, Task.Resync::new);
    }

    /// Turns it off if nobody has looked for long, and lets go of what it held if that was long ago, and of
    /// events that are too old where no new ones push them out; to be called now and then.
    public void check() {
        Instant now = clock.instant();
        mirror().unordered().forEach(kind -> kind.log().trim(now));
        changed(activation.check(now));
        if (!mirror().kinds().isEmpty() && activation.forgettable(now) && door.tryAcquire()) {
            try {
                if (activation.forgettable(now)) { // nobody has looked since
                    ingest.forget();
                    confirmations.forget();
                    events.add(ClusterEvent.Type.FORGOTTEN, "off for long: its objects are let go", now);
                }
            } finally {
                door.release();
            }
        }
    }

    /// It is no cluster of this hub any more: who watches it hears so.
    void removed() {
        tasks.close();
        mirror().kinds().forEach(kind -> kind.log().close());
    }

    /// Its agent is not adopted, although it may still push: somebody has just removed the cluster.
    void startAnew() {
        changed(activation.heardOf(false, clock.instant()));
    }

    private boolean synced(Resource resource) {
        return mirror().kind(resource).filter(KindMirror::synced).isPresent();
    }

    /// Whether a kind has been proved equal since the cluster was last turned on.
    private boolean arrived(Resource resource) {
        return confirmed(resource)
                .filter(at -> !at.isBefore(activation.since()))
                .isPresent();
    }

    /// Tells mirror and agent of a new wish. One thread after the other, each with the wish of its moment:
    /// an older one never takes the place of a newer one. Nothing else is locked by who comes here.
    private void changed(Optional<SyncTransition> switched) {
        switched.ifPresent(to -> {
            journal.switched(to, clock.instant());
            if (to.on()) {
                ingest.expectSession();
            }
        });
        synchronized (telling) {
            if (activation.revision() == told) {
                return;
            }
            DesiredSync wish = activation.wish();
            told = wish.revision();
            mirror().want(wish.kinds());
        }
        tasks.wake();
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
    Turn turn() throws TooManyBatchesException, InterruptedException {
        if (here.incrementAndGet() > maxWaiting) {
            here.decrementAndGet();
            throw new TooManyBatchesException(
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
    Answer take(BatchDecoder decoder, byte[] body, BatchTiming arrival, Instant now) throws ProtocolException {
        String word = "wrong";
        try (var _ = MDC.putCloseable("cluster", id())) {
            Answer answer = take(decoder, body, now, arrival);
            word = answer.getClass().getSimpleName().toLowerCase(Locale.ROOT);
            return answer;
        } finally {
            observer.batch(id(), word, body.length, arrival.since());
        }
    }

    private Answer take(BatchDecoder decoder, byte[] body, Instant now, BatchTiming arrival) throws ProtocolException {
        long hash = Hashing.xxh3_64().hashBytesToLong(body);
        try {
            changed(activation.heardOf(true, now));
            if (!activation.on()) {
                return new Answer.TurnOff(
                        activation.settings().mode() == SyncMode.OFF
                                ? "sync is off, as somebody has set it"
                                : "nobody looks at the cluster: sync is on again when somebody does");
            }
            IncomingBatch incoming = decoder.open(body);
            MDC.put("session", incoming.session().toString());
            Optional<Answer> known = ingest.admit(incoming.session(), incoming.sequence(), hash, now);
            Answer answer = known.isPresent() ? known.get() : decodeAndTake(incoming, hash, now, arrival);
            journal.answered(answer, now);
            return answer;
        } catch (ProtocolException e) {
            journal.wrong(e, now);
            throw e;
        } finally {
            MDC.remove("session");
            stats = ingest.stats();
        }
    }

    private Answer decodeAndTake(IncomingBatch incoming, long hash, Instant now, BatchTiming arrival)
            throws ProtocolException {
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
            acknowledged.asks().stream().filter(Ask.Resend.class::isInstance).forEach(ask -> journal.repair(ask, now));
            activation.arrived(this::arrived);
            journal.taken(batch, now);
            observed(batch, arrival);
        } else if (answer instanceof Answer.Mismatch mismatch) {
            confirmations.doubted(mismatch.resources());
        }
        return answer;
    }

    private void observed(Batch batch, BatchTiming arrival) {
        int edits = 0;
        int compared = 0;
        for (Part part : batch.parts()) {
            switch (part) {
                case Part.Delta delta -> {
                    edits += delta.edits().size();
                    compared += delta.digest().isPresent() ? 1 : 0;
                }
                case Part.End end -> compared += end.digest().isPresent() ? 1 : 0;
                case Part.Check _, Part.Buckets _ -> compared++;
                case Part.Hello _, Part.Kind _, Part.Status _, Part.Gone _, Part.Begin _, Part.Chunk _ -> {}
            }
        }
        observer.compared(id(), compared);
        if (edits > 0) {
            Optional<Duration> age = arrival.waited().map(waited -> waited.plus(arrival.since()));
            age.ifPresent(took -> latencies.add(took, clock.instant()));
            observer.changes(id(), edits, age);
        }
    }
}
