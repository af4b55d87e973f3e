package io.livekube.agent.sync;

import io.livekube.core.Backoff;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;
import io.livekube.core.store.Snapshot;
import io.livekube.protocol.Answer;
import io.livekube.protocol.Ask;
import io.livekube.protocol.Part;
import io.livekube.protocol.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/// Decides what to send to the hub, and when: one batch at a time, as soon as something has changed and the
/// last batch was answered.
///
/// For each kind it remembers the snapshot that the hub holds; a delta is the difference from there to the
/// current one, so nothing is queued and nothing can be lost. While a batch is in flight, changes accumulate
/// and coalesce.
///
/// A batch without an answer is sent again, byte for byte. If the hub no longer knows the session, a new
/// session begins, in which digests are compared first and only differences are sent.
///
/// No I/O, no clock, one thread: [#next] returns the next step; the caller performs it and reports the result.
public final class Uplink {
    /// A session that lasted this long was not ended by another agent of the same cluster.
    private static final Duration SETTLED = Duration.ofMinutes(1);

    /// Factor by which the maximum delay is longer after a refused batch or repeatedly ended sessions than
    /// after a batch without an answer, since a retry is less likely to succeed.
    private static final int PATIENCE = 6;

    /// Upper bound on the delay that the hub may ask for.
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(10);

    private static final double JITTER = 0.5;

    private final UplinkConfig config;
    private final Part.Hello hello;
    private final RandomGenerator random;
    private final Backoff retryBackoff;
    private final Backoff resetBackoff;
    private final Backoff offBackoff;
    private final EventThrottle events;
    private final BatchSize size;
    private final Map<Resource, KindFeed> feeds = new HashMap<>();
    private final Map<Resource, Part.Status> reported = new HashMap<>();

    private SessionId session;
    private long sequence = 1;
    private Delivery delivery = new Delivery.Idle();
    private List<KubeObject> recent = List.of();
    private Instant notBefore = Instant.MIN;
    private Instant heartbeatAt = Instant.MIN;
    private int turnedOff;
    private int failures;
    private Instant openedAt = Instant.EPOCH;
    private int resets;

    private long acknowledged;
    private long retries;
    private long edits;
    private long objects;
    private long buckets;
    private long mismatches;

    /// Delivery state of the one batch that may be in flight.
    private sealed interface Delivery {
        record Idle() implements Delivery {}

        record AwaitingAnswer(InFlightBatch batch) implements Delivery {}

        record AwaitingRetry(InFlightBatch batch, Instant at) implements Delivery {}

        default Optional<InFlightBatch> inFlight() {
            return switch (this) {
                case Idle() -> Optional.empty();
                case AwaitingAnswer(InFlightBatch batch) -> Optional.of(batch);
                case AwaitingRetry(InFlightBatch batch, Instant _) -> Optional.of(batch);
            };
        }
    }

    /// @param first the first session of this process
    public Uplink(UplinkConfig config, SessionId first, Part.Hello hello, RandomGenerator random) {
        this.config = config;
        this.session = first;
        this.hello = hello;
        this.random = random;
        this.retryBackoff = backoff(config.maxRetry());
        this.resetBackoff = backoff(config.maxRetry().multipliedBy(PATIENCE));
        this.offBackoff = backoff(config.heartbeat());
        this.events = new EventThrottle(config.eventsPerBatch(), config.pendingEvents());
        this.size = new BatchSize(config.batchBytes(), config.batchObjects());
    }

    private Backoff backoff(Duration cap) {
        Duration first = config.firstRetry();
        return Backoff.doubling(first, cap.compareTo(first) < 0 ? first : cap).withJitter(JITTER);
    }

    /// The next step, given the current state of each kind.
    public UplinkAction next(List<KindView> kinds, Instant now) {
        return switch (delivery) {
            case Delivery.AwaitingAnswer _ ->
                throw new IllegalStateException("batch %d waits for its answer".formatted(sequence));
            case Delivery.AwaitingRetry(InFlightBatch _, Instant at) when now.isBefore(at) -> new UplinkAction.Wait(at);
            case Delivery.AwaitingRetry(InFlightBatch batch, Instant _) -> {
                retries++;
                delivery = new Delivery.AwaitingAnswer(batch);
                yield new UplinkAction.Repeat();
            }
            case Delivery.Idle() when now.isBefore(notBefore) -> new UplinkAction.Wait(notBefore);
            case Delivery.Idle() -> compose(kinds, now);
        };
    }

    private UplinkAction compose(List<KindView> kinds, Instant now) {
        feeds.keySet().retainAll(kinds.stream().map(KindView::resource).toList());
        boolean heartbeat = !now.isBefore(heartbeatAt);
        Optional<InFlightBatch> composed = new BatchComposer(feeds, reported, now, heartbeat)
                .compose(kinds, session, sequence, hello, size, events);
        if (composed.isEmpty()) {
            return new UplinkAction.Wait(nextDue());
        }
        InFlightBatch batch = composed.get();
        delivery = new Delivery.AwaitingAnswer(batch);
        notBefore = now.plus(config.minInterval());
        return new UplinkAction.Post(batch.batch(), batch.shared(recent));
    }

    /// Reports the encoded size of the last batch. False if a smaller one has to be composed instead.
    public boolean encoded(int bytes) {
        return bytes <= size.bodyBytes() || !tooLarge();
    }

    /// Reports that the last batch exceeds the limits: a smaller one is composed instead. False if that
    /// is not possible.
    public boolean tooLarge() {
        if (!size.shrink()) {
            return false;
        }
        delivery = new Delivery.Idle();
        notBefore = Instant.MIN;
        return true;
    }

    /// Reports that the hub or a proxy refused the last batch because of its size.
    public void refused(int bytes, Instant now) {
        size.refused(bytes);
        if (!tooLarge()) {
            failed(Optional.empty(), now);
        }
    }

    /// Reports that the last batch got no answer in time. The hub may have accepted it; then it requests a new
    /// session when a smaller one arrives instead, and nothing is applied twice.
    public void timedOut(int bytes, Instant now) {
        if (!size.timedOut(bytes) || !tooLarge()) {
            failed(Optional.empty(), now);
        }
    }

    /// Reports that the last batch got no answer: it will be sent again.
    public void failed(Optional<Duration> retryAfter, Instant now) {
        if (inFlight()) {
            retryAt(now.plus(retryAfter.map(this::asAsked).orElseGet(() -> retryBackoff.delay(failures, random))));
            failures++;
        }
    }

    /// Handles the hub's answer to the last batch.
    public void answered(Answer answer, Instant now) {
        size.answered();
        delivery.inFlight().ifPresent(sent -> answered(sent, answer, now));
    }

    private void answered(InFlightBatch sent, Answer answer, Instant now) {
        failures = 0;
        switch (answer) {
            case Answer.Acknowledged ack -> acknowledged(sent, ack, now);
            case Answer.Mismatch mismatch -> mismatch(sent, mismatch.resources(), now);
            case Answer.Reset _ -> reset(now);
            case Answer.BackOff(Duration after, String _) -> retryAt(now.plus(asAsked(after)));
            case Answer.TurnOff _ -> {
                // The agent's SyncSwitch has not reacted yet: retry with backoff until it does.
                newSession(now);
                notBefore = now.plus(offBackoff.delay(turnedOff++, random));
            }
            case Answer.Refused _ -> {
                newSession(now);
                notBefore = now.plus(resetBackoff.spread(resetBackoff.cap(), random));
            }
        }
    }

    private void retryAt(Instant at) {
        delivery.inFlight().ifPresent(batch -> delivery = new Delivery.AwaitingRetry(batch, at));
    }

    /// Whether there may be something to send that has to wait for an answer, for a retry, or for the
    /// next interval.
    public boolean holdsBack(Instant now) {
        return inFlight() || now.isBefore(notBefore);
    }

    /// Whether the last batch has no answer yet, and will be sent again without one.
    public boolean inFlight() {
        return delivery.inFlight().isPresent();
    }

    /// The current session.
    public SessionId session() {
        return session;
    }

    public UplinkStats stats() {
        int live = (int)
                feeds.values().stream().filter(KindFeed.Live.class::isInstance).count();
        return new UplinkStats(
                acknowledged, retries, edits, objects, buckets, mismatches, session.number(), events.heldBack(), live);
    }

    private void acknowledged(InFlightBatch sent, Answer.Acknowledged ack, Instant now) {
        if (!ack.session().equals(session) || ack.sequence() != sequence) {
            newSession(now); // an answer to another batch: the states of the two ends are unknown
            return;
        }
        acknowledged++;
        turnedOff = 0;
        edits += sent.edits();
        objects += sent.objects();
        buckets += sent.buckets();
        feeds.putAll(sent.feeds());
        reported.putAll(sent.statuses());
        reported.keySet().removeAll(sent.gone());
        if (sent.heartbeat()) {
            heartbeatAt = now.plus(config.heartbeat());
        }
        ack.asks().forEach(ask -> asked(ask, now));
        recent = sent.batch().put();
        sequence++;
        done();
        Duration pace = ack.pace().compareTo(config.maxInterval()) < 0 ? ack.pace() : config.maxInterval();
        Instant paced = now.plus(pace);
        notBefore = paced.isAfter(notBefore) ? paced : notBefore;
    }

    private void asked(Ask ask, Instant now) {
        Resource resource = ask.resource();
        switch (ask) {
            case Ask.Compare _ -> feeds.put(resource, new KindFeed.Comparing());
            case Ask.Resend resend ->
                heldByHub(resource).ifPresent(target -> feeds.put(resource, NextChunk.begin(target, resend.buckets())));
            case Ask.Later later -> feeds.put(resource, new KindFeed.Unknown(now.plus(asAsked(later.after()))));
            case Ask.Stop _ -> feeds.put(resource, new KindFeed.Stopped());
            case Ask.Follow _ -> {
                if (feeds.get(resource) instanceof KindFeed.Stopped) {
                    feeds.put(resource, new KindFeed.Unknown(now));
                }
            }
        }
    }

    /// The snapshot that was last sent to the hub, and that its asks refer to; empty if unknown.
    public Optional<Snapshot> heldByHub(Resource resource) {
        return switch (feeds.getOrDefault(resource, new KindFeed.Stopped())) {
            case KindFeed.Live(Snapshot sent) -> Optional.of(sent);
            case KindFeed.Resending resending -> Optional.of(resending.target());
            case KindFeed.Unknown _, KindFeed.Comparing _, KindFeed.Stopped _ -> Optional.empty();
        };
    }

    private void mismatch(InFlightBatch sent, Set<Resource> resources, Instant now) {
        mismatches++;
        Set<Resource> doubtful = resources.isEmpty() ? Set.copyOf(sent.feeds().keySet()) : resources;
        doubtful.forEach(resource -> feeds.put(resource, new KindFeed.Unknown(now)));
        done();
    }

    private void done() {
        delivery = new Delivery.Idle();
        size.reset();
    }

    /// Backoff against two agents of one cluster, which would otherwise end each other's sessions forever.
    private void reset(Instant now) {
        resets = openedAt.plus(SETTLED).isBefore(now) ? 0 : resets + 1;
        newSession(now);
        if (resets > 1) {
            notBefore = now.plus(resetBackoff.delay(resets - 2, random));
        }
    }

    private void newSession(Instant now) {
        openedAt = now;
        session = session.next();
        sequence = 1;
        recent = List.of();
        reported.clear();
        feeds.replaceAll((_, _) -> new KindFeed.Unknown(now));
        done();
    }

    private Instant nextDue() {
        Instant due = heartbeatAt;
        for (KindFeed feed : feeds.values()) {
            if (feed instanceof KindFeed.Unknown(Instant since) && since.isBefore(due)) {
                due = since;
            }
        }
        return due;
    }

    /// A delay that the hub asked for, bounded and with jitter.
    private Duration asAsked(Duration asked) {
        return retryBackoff.spread(asked.compareTo(LONGEST_WAIT) < 0 ? asked : LONGEST_WAIT, random);
    }
}
