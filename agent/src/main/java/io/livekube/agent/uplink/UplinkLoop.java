package io.livekube.agent.uplink;

import io.livekube.agent.follow.ClusterFollower;
import io.livekube.agent.sync.KindView;
import io.livekube.agent.sync.Uplink;
import io.livekube.agent.sync.UplinkAction;
import io.livekube.agent.sync.UplinkConfig;
import io.livekube.protocol.Answer;
import io.livekube.protocol.Batch;
import io.livekube.protocol.BatchLimits;
import io.livekube.protocol.SharedState;
import io.livekube.protocol.binary.BinaryEncoder;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.slf4j.MDC;

/// Performs the steps that an [Uplink] decides on, on the calling thread, until it is interrupted.
public final class UplinkLoop {
    /// Name of the session in the log's MDC; cleared by the caller when the run ends.
    public static final String SESSION = "session";

    /// Maximum delay until a state change without a notification is seen, such as a broken watch or a denied kind.
    private static final Duration MAX_BETWEEN_LOOKS = Duration.ofSeconds(1);

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(2);

    private final Uplink uplink;
    private final ClusterFollower follower;
    private final HubLink link;
    private final Wakeup wakeup;
    private final UplinkConfig config;
    private final InstantSource clock;
    private final BinaryEncoder encoder;
    private final BatchBuffer buffer;
    private final ConnectionLog log;
    private Instant lastLook = Instant.EPOCH;
    private Instant lastPost = Instant.EPOCH;

    /// When the oldest change was seen: among those not yet in a batch, and among those in the last batch.
    private Optional<Instant> waitingSince = Optional.empty();

    private Optional<Instant> batchSince = Optional.empty();
    private long bytes;
    private volatile PushStats stats = PushStats.NONE;

    /// @param hub the hub's name in the log
    public UplinkLoop(
            Uplink uplink,
            ClusterFollower follower,
            HubLink link,
            Wakeup wakeup,
            BatchLimits limits,
            UplinkConfig config,
            InstantSource clock,
            String hub) {
        this.uplink = uplink;
        this.follower = follower;
        this.link = link;
        this.wakeup = wakeup;
        this.config = config;
        this.clock = clock;
        this.encoder = new BinaryEncoder(limits);
        this.buffer = new BatchBuffer(limits.bodyBytes());
        this.log = new ConnectionLog(hub);
    }

    /// Returns only when interrupted.
    public void run() throws InterruptedException {
        while (true) {
            step();
        }
    }

    /// Counters. Thread-safe.
    public PushStats stats() {
        return stats;
    }

    private void step() throws InterruptedException {
        Optional<Duration> changed = wakeup.sinceFirstChange(); // read before the views, which include the change
        List<KindView> kinds = follower.kinds();
        lastLook = clock.instant();
        waitingSince = waitingSince.or(() -> changed.map(lastLook::minus));
        switch (uplink.next(kinds, lastLook)) {
            case UplinkAction.Post(Batch batch, SharedState shared) -> {
                lastPost = lastLook;
                batchSince = waitingSince;
                follower.sending(uplink::heldByHub);
                if (encoded(batch, shared)) {
                    waitingSince = Optional.empty();
                    send();
                }
            }
            case UplinkAction.Repeat _ -> send();
            case UplinkAction.Wait(Instant until) -> {
                if (!uplink.holdsBack(lastLook)) {
                    waitingSince = Optional.empty(); // the change needs no batch
                }
                pause(until);
            }
        }
    }

    /// False if the batch was too large and a smaller one has to be composed.
    private boolean encoded(Batch batch, SharedState shared) {
        buffer.clear();
        try {
            encoder.encode(batch, shared, buffer);
            return uplink.encoded(buffer.length());
        } catch (IOException e) {
            if (uplink.tooLarge()) {
                return false;
            }
            throw new IllegalStateException(
                    "batch %d of session %s can't be encoded: %s"
                            .formatted(batch.sequence(), batch.session(), e.getMessage()),
                    e);
        }
    }

    private void send() throws InterruptedException {
        MDC.put(SESSION, uplink.session().toString());
        Instant asked = clock.instant();
        bytes += buffer.length();
        HubLink.Reply reply =
                link.send(buffer.bytes(), buffer.length(), batchSince.map(since -> Duration.between(since, asked)));
        Instant now = clock.instant();
        switch (reply) {
            case HubLink.Reply.Answered answered -> {
                log.answered(answered.answer(), now);
                uplink.answered(answered.answer(), now);
                log.heldBack(uplink.stats().eventsHeldBack(), now);
            }
            case HubLink.Reply.NoAnswer(String reason, Optional<Duration> retryAfter) -> {
                log.failed(reason, now);
                uplink.failed(retryAfter, now);
            }
            case HubLink.Reply.TooSlow(String reason) -> {
                log.failed("%s for a batch of %,d bytes".formatted(reason, buffer.length()), now);
                uplink.timedOut(buffer.length(), now);
            }
            case HubLink.Reply.TooLarge(String reason) -> {
                log.failed("batch of %,d bytes rejected as too large: %s".formatted(buffer.length(), reason), now);
                uplink.refused(buffer.length(), now);
            }
        }
        boolean taken = reply instanceof HubLink.Reply.Answered(Answer.Acknowledged _);
        if (!taken && !uplink.inFlight()) {
            waitingSince = batchSince.or(() -> waitingSince); // its changes are sent in another batch
        }
        stats = new PushStats(uplink.stats(), bytes, taken ? Optional.of(now) : stats.lastPush());
    }

    /// Waits until the given time, or until something has changed and may be sent. Checks for changes have a
    /// minimum interval, since each one has a cost.
    private void pause(Instant until) throws InterruptedException {
        wakeup.await(left(earlier(until, lastLook.plus(MAX_BETWEEN_LOOKS))));
        Instant mayPost = lastPost.plus(config.minInterval());
        Instant mayLook = lastLook.plus(BETWEEN_LOOKS);
        Duration rest = left(earlier(until, mayPost.isAfter(mayLook) ? mayPost : mayLook));
        if (rest.isPositive()) {
            Thread.sleep(rest);
        }
    }

    private Duration left(Instant until) {
        return Duration.between(clock.instant(), until);
    }

    private static Instant earlier(Instant a, Instant b) {
        return a.isBefore(b) ? a : b;
    }
}
