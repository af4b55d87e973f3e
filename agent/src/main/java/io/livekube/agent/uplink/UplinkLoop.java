package io.livekube.agent.uplink;

import io.livekube.agent.follow.ClusterFollower;
import io.livekube.agent.sync.Action;
import io.livekube.agent.sync.Source;
import io.livekube.agent.sync.Uplink;
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

/// Does what an [Uplink] decides, on the thread that runs it, until it is interrupted.
public final class UplinkLoop {
    /// Under which name the log tells the session; whoever ends the run takes it back.
    public static final String SESSION = "session";

    /// How long changes of state that nobody tells of may go unseen: a watch that broke, a kind that is
    /// denied.
    private static final Duration LOOK_AROUND = Duration.ofSeconds(1);

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

    /// When the oldest change was seen that is not in a batch yet, and of those in the last batch.
    private Optional<Instant> waitingSince = Optional.empty();

    private Optional<Instant> batchSince = Optional.empty();
    private long bytes;
    private volatile PushStats stats = PushStats.NONE;

    /// Only an object that can't be sent in less makes a larger batch.
    private final BatchLimit limit = new BatchLimit();

    /// @param hub what to call the hub in the log
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

    /// Ends only by an interrupt, or by a defect.
    public void run() throws InterruptedException {
        while (true) {
            step();
        }
    }

    /// What it has done so far, for any thread.
    public PushStats stats() {
        return stats;
    }

    private void step() throws InterruptedException {
        Optional<Duration> changed = wakeup.sinceFirstChange(); // before the look, which sees it
        List<Source> sources = follower.sources();
        lastLook = clock.instant();
        waitingSince = waitingSince.or(() -> changed.map(lastLook::minus));
        switch (uplink.next(sources, lastLook)) {
            case Action.Post(Batch batch, SharedState shared) -> {
                lastPost = lastLook;
                batchSince = waitingSince;
                follower.sending(uplink::heldByHub);
                if (encoded(batch, shared)) {
                    waitingSince = Optional.empty();
                    send();
                }
            }
            case Action.Repeat _ -> send();
            case Action.Wait(Instant until) -> {
                if (!uplink.holdsBack(lastLook)) {
                    waitingSince = Optional.empty(); // a change that nobody need be told
                }
                pause(until);
            }
        }
    }

    /// False if the batch was too large and another is to be asked for.
    private boolean encoded(Batch batch, SharedState shared) {
        buffer.clear();
        try {
            encoder.encode(batch, shared, buffer);
            return buffer.length() <= limit.bytes() || !uplink.tooLarge();
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
                limit.answered();
                log.answered(answered.answer(), now);
                uplink.answered(answered.answer(), now);
                log.heldBack(uplink.stats().eventsHeldBack(), now);
            }
            case HubLink.Reply.NoAnswer(String reason, Optional<Duration> retryAfter) -> {
                log.failed(reason, now);
                uplink.failed(retryAfter, now);
            }
            case HubLink.Reply.TooSlow(String reason) -> {
                log.failed("%s for %,d bytes".formatted(reason, buffer.length()), now);
                // The hub may have taken it after all: then it will ask for a new session, and nothing is sent twice.
                if (!limit.tooSlow(buffer.length()) || !uplink.tooLarge()) {
                    uplink.failed(Optional.empty(), now);
                }
            }
            case HubLink.Reply.TooLarge(String reason) -> {
                log.failed("%,d bytes are too many: %s".formatted(buffer.length(), reason), now);
                limit.refused(buffer.length());
                if (!uplink.tooLarge()) {
                    uplink.failed(Optional.empty(), now);
                }
            }
        }
        boolean taken = reply instanceof HubLink.Reply.Answered(Answer.Acknowledged _);
        if (!taken && !uplink.inFlight()) {
            waitingSince = batchSince.or(() -> waitingSince); // what was in it goes out in another batch
        }
        stats = new PushStats(uplink.stats(), bytes, taken ? Optional.of(now) : stats.lastPush());
    }

    /// Waits until then, or until something has changed and may be sent. Looks are kept apart, since each
    /// costs something.
    private void pause(Instant until) throws InterruptedException {
        wakeup.await(left(earlier(until, lastLook.plus(LOOK_AROUND))));
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
