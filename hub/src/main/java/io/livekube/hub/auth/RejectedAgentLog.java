package io.livekube.hub.auth;

import io.livekube.hub.transport.HttpProblem;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells the log of what agents sent and was refused for its token: at once, but at most one line in a
/// while, so that nobody can fill it.
final class RejectedAgentLog {
    private static final Logger LOG = LoggerFactory.getLogger(RejectedAgentLog.class);
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(30);

    private final InstantSource clock;
    private Instant quietUntil = Instant.MIN;
    private long untold;

    RejectedAgentLog(InstantSource clock) {
        this.clock = clock;
    }

    /// @param what was sent, as "a batch"
    /// @param cluster as the sender calls it
    /// @param address where the sender is
    synchronized void note(String what, String cluster, String address, HttpProblem problem) {
        Instant now = clock.instant();
        if (now.isBefore(quietUntil)) {
            untold++;
            return;
        }
        LOG.warn(
                "{}: {} from {} was refused: {}{}",
                ClusterName.isValid(cluster) ? cluster : "(not a cluster's name)",
                what,
                address,
                problem.sentence(),
                untold == 0 ? "" : " (so were " + untold + " others since the last such line)");
        quietUntil = now.plus(BETWEEN_LINES);
        untold = 0;
    }
}
