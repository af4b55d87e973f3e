package io.livekube.agent.sync;

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
import org.jspecify.annotations.Nullable;

/// Decides what to tell the hub, and when: one batch at a time, as soon as something changed and the last
/// was answered.
///
/// For each kind it remembers the snapshot that the hub holds; a delta is what leads from there to the
/// present one, so nothing is queued and nothing can be lost. While a batch is on its way, changes gather
/// and coalesce.
///
/// A batch without an answer is sent again, byte for byte. A hub that lost its place in the session gets a
/// new session, in which digests are compared first, and only what differs is sent.
///
/// No I/O, no clock, one thread: [#next] tells what to do, and whoever does it reports by [#answered] or
/// [#failed].
public final class Uplink {
    /// A session that lived so long was not ended by another agent of the same cluster.
    private static final Duration SETTLED = Duration.ofMinutes(1);

    /// A batch that can't be taken, or a session that is ended over and over, will not be a moment later
    /// either: the longest wait is so many times that of a batch without an answer.
    private static final int PATIENCE = 6;

    /// Nobody is believed who wants to be left alone for longer.
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(10);

    private final UplinkConfig config;
    private final Part.Hello hello;
    private final RandomGenerator random;
    private final EventLane events;
    private final Map<Resource, KindFeed> feeds = new HashMap<>();
    private final Map<Resource, Part.Status> told = new HashMap<>();

    private SessionId session;
    private long sequence = 1;
    private @Nullable Flight flight;
    private List<KubeObject> recent = List.of();
    private @Nullable Instant retryAt;
    private BatchSize size;
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

    /// @param first the first session of this process
    public Uplink(UplinkConfig config, SessionId first, Part.Hello hello, RandomGenerator random) {
        this.config = config;
        this.session = first;
        this.hello = hello;
        this.random = random;
        this.events = new EventLane(config.eventsPerBatch(), config.pendingEvents());
        this.size = fullSize();
    }

    /// What to do now, given what there is of each kind.
    public Action next(List<Source> sources, Instant now) {
        if (flight != null) {
            if (retryAt == null) {
                throw new IllegalStateException("batch %d waits for its answer".formatted(sequence));
            }
            if (now.isBefore(retryAt)) {
                return new Action.Wait(retryAt);
            }
            retries++;
            retryAt = null;
            return new Action.Repeat();
        }
        if (now.isBefore(notBefore)) {
            return new Action.Wait(notBefore);
        }
        feeds.keySet().retainAll(sources.stream().map(Source::resource).toList());
        boolean heartbeat = !now.isBefore(heartbeatAt);
        Optional<Flight> composed =
                new Composer(feeds, told, now, heartbeat).compose(sources, session, sequence, hello, size, events);
        if (composed.isEmpty()) {
            return new Action.Wait(nextDue());
        }
        flight = composed.get();
        notBefore = now.plus(config.minInterval());
        return new Action.Post(flight.batch(), flight.shared(recent));
    }

    /// The last batch is larger than may be sent: the next is made smaller. False if it can't be, and has
    /// to go as it is.
    public boolean tooLarge() {
        if (size.equals(size.half())) {
            return false;
        }
        flight = null;
        size = size.half();
        notBefore = Instant.MIN;
        return true;
    }

    /// Takes the hub's answer to the last batch.
    public void answered(Answer answer, Instant now) {
        Flight sent = flight;
        if (sent == null) {
            return;
        }
        failures = 0;
        switch (answer) {
            case Answer.Acknowledged ack -> acknowledged(sent, ack, now);
            case Answer.Mismatch mismatch -> mismatch(sent, mismatch.resources(), now);
            case Answer.Reset _ -> reset(now);
            case Answer.BackOff(Duration after, String _) -> retryAt = now.plus(withJitter(after));
            case Answer.TurnOff _ -> turnOff(now);
            case Answer.Refused _ -> {
                newSession(now);
                notBefore = now.plus(withJitter(config.maxRetry().multipliedBy(PATIENCE)));
            }
        }
    }

    /// The last batch got no answer: it will be sent again.
    public void failed(Optional<Duration> retryAfter, Instant now) {
        if (flight == null) {
            return;
        }
        Duration backoff = config.firstRetry().multipliedBy(1L << Math.min(failures, 20));
        failures++;
        Duration bounded = backoff.compareTo(config.maxRetry()) < 0 ? backoff : config.maxRetry();
        retryAt = now.plus(withJitter(retryAfter.orElse(bounded)));
    }

    /// Whether there may be something to send that has to wait: for an answer, for a retry, for its turn.
    public boolean holdsBack(Instant now) {
        return flight != null || now.isBefore(notBefore);
    }

    /// Whether the last batch still waits for its answer, and will be sent again if there is none.
    public boolean inFlight() {
        return flight != null;
    }

    /// The present session.
    public SessionId session() {
        return session;
    }

    public UplinkStats stats() {
        int live = (int)
                feeds.values().stream().filter(KindFeed.Live.class::isInstance).count();
        return new UplinkStats(
                acknowledged, retries, edits, objects, buckets, mismatches, session.number(), events.heldBack(), live);
    }

    private void acknowledged(Flight sent, Answer.Acknowledged ack, Instant now) {
        if (!ack.session().equals(session) || ack.sequence() != sequence) {
            newSession(now); // an answer to something else: neither end knows what the other means
            return;
        }
        acknowledged++;
        turnedOff = 0;
        edits += sent.edits();
        objects += sent.objects();
        buckets += sent.buckets();
        feeds.putAll(sent.feeds());
        told.putAll(sent.statuses());
        told.keySet().removeAll(sent.gone());
        if (sent.heartbeat()) {
            heartbeatAt = now.plus(config.heartbeat());
        }
        ack.asks().forEach(ask -> asked(ask, now));
        recent = sent.batch().put();
        sequence++;
        land();
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
            case Ask.Later later -> feeds.put(resource, new KindFeed.Unknown(now.plus(withJitter(later.after()))));
            case Ask.Stop _ -> feeds.put(resource, new KindFeed.Stopped());
            case Ask.Follow _ -> {
                if (feeds.get(resource) instanceof KindFeed.Stopped) {
                    feeds.put(resource, new KindFeed.Unknown(now));
                }
            }
        }
    }

    /// The snapshot that the hub was last told of, and that its wishes are about; empty if that is not
    /// known.
    public Optional<Snapshot> heldByHub(Resource resource) {
        return switch (feeds.getOrDefault(resource, new KindFeed.Stopped())) {
            case KindFeed.Live(Snapshot sent) -> Optional.of(sent);
            case KindFeed.Resending resending -> Optional.of(resending.target());
            case KindFeed.Unknown _, KindFeed.Comparing _, KindFeed.Stopped _ -> Optional.empty();
        };
    }

    private void mismatch(Flight sent, Set<Resource> resources, Instant now) {
        mismatches++;
        Set<Resource> doubtful = resources.isEmpty() ? Set.copyOf(sent.feeds().keySet()) : resources;
        doubtful.forEach(resource -> feeds.put(resource, new KindFeed.Unknown(now)));
        land();
    }

    private void land() {
        flight = null;
        retryAt = null;
        size = fullSize();
    }

    /// Two agents of one cluster would end each other's sessions for ever: each waits longer and longer.
    private void reset(Instant now) {
        resets = openedAt.plus(SETTLED).isBefore(now) ? 0 : resets + 1;
        newSession(now);
        if (resets > 1) {
            Duration wait = config.firstRetry().multipliedBy(1L << Math.min(resets - 2, 20));
            Duration most = config.maxRetry().multipliedBy(PATIENCE);
            notBefore = now.plus(withJitter(wait.compareTo(most) < 0 ? wait : most));
        }
    }

    /// The hub does not want what it is sent, and the agent was not told yet, or no longer: it asks less
    /// and less often until it is.
    private void turnOff(Instant now) {
        newSession(now);
        Duration wait = config.firstRetry().multipliedBy(1L << Math.min(turnedOff, 20));
        turnedOff++;
        notBefore = now.plus(withJitter(wait.compareTo(config.heartbeat()) < 0 ? wait : config.heartbeat()));
    }

    private void newSession(Instant now) {
        openedAt = now;
        session = session.next();
        sequence = 1;
        recent = List.of();
        told.clear();
        feeds.replaceAll((_, _) -> new KindFeed.Unknown(now));
        land();
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

    private BatchSize fullSize() {
        return new BatchSize(config.batchBytes(), config.batchObjects());
    }

    /// Up to half as much again, so that many agents do not come back at the same moment.
    private Duration withJitter(Duration asked) {
        Duration wait = asked.compareTo(LONGEST_WAIT) < 0 ? asked : LONGEST_WAIT;
        return wait.plusNanos((long) (wait.toNanos() * 0.5 * random.nextDouble()));
    }
}
