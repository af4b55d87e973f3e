package io.livekube.agent.uplink;

import io.livekube.protocol.Answer;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Says how it goes with the hub when that changes: one line for a new trouble, another every minute while
/// it lasts, and one when it is over.
public final class ConnectionLog {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionLog.class);
    private static final Duration REMINDER = Duration.ofMinutes(1);

    private final String hub;
    private boolean connected;
    private boolean off;
    private String trouble = "";
    private Instant since = Instant.MIN;
    private Instant said = Instant.MIN;
    private int times;
    private long heldBack;
    private Instant saidHeldBack = Instant.EPOCH;

    /// @param hub what to call it
    public ConnectionLog(String hub) {
        this.hub = hub;
    }

    void answered(Answer answer, Instant now) {
        switch (answer) {
            case Answer.Acknowledged _ -> well(now);
            case Answer.Mismatch mismatch ->
                LOG.warn(
                        "the hub's state would differ after batch {}, comparing: {}",
                        mismatch.sequence(),
                        mismatch.resources());
            case Answer.Reset(String reason) -> LOG.info("the hub asks for a new session: {}", reason);
            case Answer.BackOff(Duration after, String reason) ->
                trouble("asks to wait %,d ms: %s".formatted(after.toMillis(), reason), now);
            case Answer.TurnOff(String reason) -> {
                if (!off) {
                    LOG.info("the hub does not want batches: {}; asking again now and then", reason);
                }
                off = true;
            }
            case Answer.Refused(String reason) -> trouble("refuses what it is sent: " + reason, now);
        }
    }

    /// Counts what stands back in a storm of events.
    ///
    /// @param total changes that have stood back so far
    void heldBack(long total, Instant now) {
        if (total > heldBack && !now.isBefore(saidHeldBack.plus(REMINDER))) {
            LOG.warn("a storm of events: {} changes of events wait until it is over", total - heldBack);
            heldBack = total;
            saidHeldBack = now;
        }
    }

    public void failed(String reason, Instant now) {
        trouble(reason, now);
    }

    /// The hub answered something that means no trouble.
    public void well(Instant now) {
        if (off) {
            LOG.info("the hub takes batches again");
        }
        off = false;
        if (!connected) {
            LOG.info("connected to the hub {}", hub);
        } else if (times > 0) {
            LOG.info(
                    "the hub {} answers again, after {} tries in {} s",
                    hub,
                    times,
                    Duration.between(since, now).toSeconds());
        }
        connected = true;
        trouble = "";
        times = 0;
    }

    private void trouble(String reason, Instant now) {
        if (times == 0) {
            since = now;
        }
        times++;
        if (!reason.equals(trouble)) {
            LOG.warn("hub {}: {}; trying again", hub, reason);
            said = now;
        } else if (!now.isBefore(said.plus(REMINDER))) {
            LOG.warn(
                    "hub {}: still, after {} tries in {} s: {}",
                    hub,
                    times,
                    Duration.between(since, now).toSeconds(),
                    reason);
            said = now;
        }
        trouble = reason;
    }
}
