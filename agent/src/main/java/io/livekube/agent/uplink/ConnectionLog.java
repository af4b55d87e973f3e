package io.livekube.agent.uplink;

import io.livekube.protocol.Answer;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Logs the state of the connection to the hub when it changes: one line for a new problem, another every
/// minute while it lasts, and one when it is over.
public final class ConnectionLog {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionLog.class);
    private static final Duration REMINDER = Duration.ofMinutes(1);

    private final String hub;
    private boolean connected;
    private boolean off;
    private String problem = "";
    private Instant since = Instant.MIN;
    private Instant said = Instant.MIN;
    private int times;
    private long heldBack;
    private Instant saidHeldBack = Instant.EPOCH;

    /// @param hub the hub's name in the log
    public ConnectionLog(String hub) {
        this.hub = hub;
    }

    void answered(Answer answer, Instant now) {
        switch (answer) {
            case Answer.Acknowledged _ -> well(now);
            case Answer.Mismatch mismatch ->
                LOG.warn(
                        "batch {}: digests do not match the hub's state; comparing {}",
                        mismatch.sequence(),
                        mismatch.resources());
            case Answer.Reset(String reason) -> LOG.info("the hub requests a new session: {}", reason);
            case Answer.BackOff(Duration after, String reason) ->
                problem("asks for a pause of %,d ms: %s".formatted(after.toMillis(), reason), now);
            case Answer.TurnOff(String reason) -> {
                if (!off) {
                    LOG.info("the hub does not accept batches: {}; retrying from time to time", reason);
                }
                off = true;
            }
            case Answer.Refused(String reason) -> problem("batch refused: " + reason, now);
        }
    }

    /// Reports events that are held back in a storm.
    ///
    /// @param total changes that were held back so far
    void heldBack(long total, Instant now) {
        if (total > heldBack && !now.isBefore(saidHeldBack.plus(REMINDER))) {
            LOG.warn("event storm: holding back {} event changes until it is over", total - heldBack);
            heldBack = total;
            saidHeldBack = now;
        }
    }

    public void failed(String reason, Instant now) {
        problem(reason, now);
    }

    /// The hub answered without a problem.
    public void well(Instant now) {
        if (off) {
            LOG.info("the hub accepts batches again");
        }
        off = false;
        if (!connected) {
            LOG.info("connected to the hub {}", hub);
        } else if (times > 0) {
            LOG.info(
                    "hub {}: reconnected after {} attempts in {} s",
                    hub,
                    times,
                    Duration.between(since, now).toSeconds());
        }
        connected = true;
        problem = "";
        times = 0;
    }

    private void problem(String reason, Instant now) {
        if (times == 0) {
            since = now;
        }
        times++;
        if (!reason.equals(problem)) {
            LOG.warn("hub {}: {}; retrying", hub, reason);
            said = now;
        } else if (!now.isBefore(said.plus(REMINDER))) {
            LOG.warn(
                    "hub {}: still failing after {} attempts in {} s: {}",
                    hub,
                    times,
                    Duration.between(since, now).toSeconds(),
                    reason);
            said = now;
        }
        problem = reason;
    }
}
