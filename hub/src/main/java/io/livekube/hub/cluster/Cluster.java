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
import java.util.ArrayDeque;
import java.util.Locale;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Consumer;
import org.slf4j.MDC;

/// A registered cluster: its mirror, batch ingest, activation and agent tasks.
public final class Cluster {
    private final Ingest ingest;
    private final int maxWaiting;
    /// Writers in order of arrival; the first one holds the turn.
    private final Queue<Consumer<Turn>> turns = new ArrayDeque<>();
    private final VerificationTimes verifications = new VerificationTimes();
    private final ClusterEvents events = new ClusterEvents();
    private final ChangeLatencies latencies = new ChangeLatencies();
    private final ClusterEventRecorder recorder;
    private final Activation activation;
    private final AgentTasks tasks;
    private final HubObserver observer;
    private final InstantSource clock;
    private final Object desiredLock = new Object();
    private volatile IngestStats stats;
    private volatile String server = "";
    private long desiredRevision;

    /// @param maxWaiting maximum number of batches in progress or waiting
    /// @param instance distinguishes this hub's task ids from those of earlier hubs
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
        this.recorder = new ClusterEventRecorder(ingest.mirror(), events);
        this.activation = new Activation(control.activation(), settings, clock.instant());
        this.tasks = new AgentTasks(id(), instance, control.tasks(), activation::desired, observer, clock);
        ingest.mirror().want(activation.desired().kinds());
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

    /// Recent events.
    public ClusterEvents events() {
        return events;
    }

    /// Recent latencies of changes.
    public ChangeLatencies latencies() {
        return latencies;
    }

    /// Tasks of the agent.
    public AgentTasks tasks() {
        return tasks;
    }

    public Activation activation() {
        return activation;
    }

    /// Records a read of a kind. Unless the settings say otherwise, the cluster is synced from now on, starting
    /// with this kind.
    ///
    /// @param by the reader, for example "from 127.0.0.1"
    public void read(Resource resource, String by) {
        propagate(activation.read(resource, synced(resource), by, clock.instant()));
    }

    /// Records a read that is not of a particular kind.
    public void read(String by) {
        propagate(activation.read(by, clock.instant()));
    }

    /// Records that a stream of a kind was opened; [#closed] must follow.
    public void opened(Resource resource, String by) {
        propagate(activation.opened(resource, synced(resource), by, clock.instant()));
    }

    /// Records that a stream of a kind was closed.
    public void closed(Resource resource) {
        activation.closed(resource, clock.instant());
        propagate(Optional.empty());
    }

    /// Records a poll for tasks by the agent.
    ///
    /// @param pushes whether the agent reports that sync is on
    public void polled(boolean pushes) {
        propagate(activation.contacted(pushes, clock.instant()));
    }

    /// Records the API server's URL, as reported by the agent.
    public void reportServer(String url) {
        server = url;
    }

    /// URL of the API server, as reported by the agent; empty if unknown.
    public String server() {
        return server;
    }

    /// Applies changed settings.
    public void set(SyncSettings settings, String by) {
        Instant now = clock.instant();
        events.add(ClusterEvent.Type.SET, "%s, set %s".formatted(settings, by), now);
        propagate(activation.set(settings, by, now));
    }

    /// Starts a full resync: the agent relists from the API server and sends all objects regardless of digests.
    public void resync(Duration within, String by) throws TaskFailedException, InterruptedException {
        events.add(ClusterEvent.Type.RESYNC, "requested " + by, clock.instant());
        ingest.resync();
        var _ = tasks.ask(within, Task.Resync::new);
    }

    /// Turns the cluster off if it has been idle for long enough, releases its objects if it has been off for
    /// long enough, and trims its change logs.
    void turnOffIfIdle() {
        Instant now = clock.instant();
        mirror().kinds().forEach(kind -> kind.log().trim(now));
        propagate(activation.turnOffIfIdle(now));
        if (!mirror().kinds().isEmpty() && activation.releasable(now)) {
            whenFree(turn -> release(turn, now)); // if too many batches wait, a later check releases them
        }
    }

    private void release(Turn turn, Instant now) {
        try (turn) {
            if (activation.releasable(now)) { // no reader has come in between
                ingest.forget();
                verifications.clear();
                events.add(ClusterEvent.Type.FORGOTTEN, "objects released: sync is off", now);
            }
        }
    }

    /// Ends the watches and tasks of a cluster that was removed from the hub.
    void removed() {
        tasks.close();
        mirror().kinds().forEach(kind -> kind.log().close());
    }

    /// Marks a cluster that was removed before as contacted, so that an agent that still pushes does not turn
    /// it on.
    void contactedAfterRemoval() {
        propagate(activation.contacted(false, clock.instant()));
    }

    private boolean synced(Resource resource) {
        return mirror().kind(resource).filter(KindMirror::synced).isPresent();
    }

    /// Whether a kind was verified since sync was turned on.
    private boolean verifiedSinceTurnedOn(Resource resource) {
        return verified(resource).filter(at -> !at.isBefore(activation.since())).isPresent();
    }

    /// Propagates a new desired state to mirror and agent in order: an older one never replaces a newer one.
    /// Callers must hold no other lock.
    private void propagate(Optional<SyncTransition> switched) {
        switched.ifPresent(to -> {
            recorder.switched(to, clock.instant());
            if (to.on()) {
                ingest.expectSession();
            }
        });
        synchronized (desiredLock) {
            if (activation.revision() == desiredRevision) {
                return;
            }
            DesiredSync desired = activation.desired();
            desiredRevision = desired.revision();
            mirror().want(desired.kinds());
        }
        tasks.wake();
    }

    /// When a kind was last verified; empty if never.
    public Optional<Instant> verified(Resource resource) {
        return verifications.of(resource);
    }

    /// Exclusive write access; any thread may close it.
    final class Turn implements AutoCloseable {
        @Override
        public void close() {
            Optional<Consumer<Turn>> next;
            synchronized (turns) {
                turns.remove();
                next = Optional.ofNullable(turns.peek());
            }
            next.ifPresent(writer -> writer.accept(new Turn()));
        }
    }

    /// Gives a writer exclusive write access: at once, or on the thread that closes the turn before. The writer
    /// must have its turn closed in the end.
    ///
    /// @return false if too many are already waiting
    boolean whenFree(Consumer<Turn> writer) {
        synchronized (turns) {
            if (turns.size() >= maxWaiting) {
                return false;
            }
            turns.add(writer);
            if (turns.size() > 1) {
                return true;
            }
        }
        writer.accept(new Turn());
        return true;
    }

    /// Processes a batch. The caller must hold the turn.
    Answer take(BatchDecoder decoder, byte[] body, BatchTiming timing, Instant now) throws ProtocolException {
        String outcome = "invalid";
        try {
            Answer answer = take(decoder, body, now, timing);
            outcome = answer.getClass().getSimpleName().toLowerCase(Locale.ROOT);
            return answer;
        } finally {
            observer.batch(id(), outcome, body.length, timing.since());
        }
    }

    private Answer take(BatchDecoder decoder, byte[] body, Instant now, BatchTiming timing) throws ProtocolException {
        long hash = Hashing.xxh3_64().hashBytesToLong(body);
        try {
            propagate(activation.contacted(true, now));
            if (!activation.on()) {
                return new Answer.TurnOff(
                        activation.settings().mode() == SyncMode.OFF
                                ? "sync is set to off"
                                : "the cluster has no readers; sync is turned on by the next read");
            }
            IncomingBatch incoming = decoder.open(body);
            MDC.put("session", incoming.session().toString());
            Optional<Answer> known = ingest.admit(incoming.session(), incoming.sequence(), hash, now);
            Answer answer = known.isPresent() ? known.get() : decodeAndTake(incoming, hash, now, timing);
            recorder.answered(answer, now);
            return answer;
        } catch (ProtocolException e) {
            recorder.invalid(e, now);
            throw e;
        } finally {
            MDC.remove("session");
            stats = ingest.stats();
        }
    }

    private Answer decodeAndTake(IncomingBatch incoming, long hash, Instant now, BatchTiming timing)
            throws ProtocolException {
        Batch batch;
        try {
            batch = incoming.decode(ingest.receiverState());
        } catch (ProtocolException e) {
            if (e.problem() == ProtocolException.Problem.OUT_OF_STEP) {
                verifications.invalidateAll();
                return ingest.outOfStep(incoming.session(), incoming.sequence());
            }
            throw e;
        }
        Answer answer = ingest.take(batch, hash, now);
        if (answer instanceof Answer.Acknowledged acknowledged) {
            verifications.taken(batch, acknowledged, now);
            acknowledged.asks().stream().filter(Ask.Resend.class::isInstance).forEach(ask -> recorder.repair(ask, now));
            activation.arrived(this::verifiedSinceTurnedOn);
            recorder.taken(batch, now);
            reportChanges(batch, timing);
        } else if (answer instanceof Answer.Mismatch mismatch) {
            verifications.invalidate(mismatch.resources());
        }
        return answer;
    }

    private void reportChanges(Batch batch, BatchTiming timing) {
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
            Optional<Duration> age = timing.waited().map(waited -> waited.plus(timing.since()));
            age.ifPresent(took -> latencies.add(took, clock.instant()));
            observer.changes(id(), edits, age);
        }
    }
}
