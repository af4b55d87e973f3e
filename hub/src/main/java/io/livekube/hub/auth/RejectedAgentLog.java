package io.livekube.hub.auth;

import io.livekube.hub.transport.HttpProblem;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Logs requests of agents that were rejected because of their token: immediately, but rate-limited, so that
/// no one can flood the log.
final class RejectedAgentLog {
    private static final Logger LOG = LoggerFactory.getLogger(RejectedAgentLog.class);
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(30);

    private final InstantSource clock;
    private Instant quietUntil = Instant.MIN;
    private long suppressed;

    RejectedAgentLog(InstantSource clock) {
        this.clock = clock;
    }

    /// @param what the request carries, as "a batch"
    /// @param cluster as named by the sender
    /// @param address of the sender
    synchronized void note(String what, String cluster, String address, HttpProblem problem) {
        Instant now = clock.instant();
        if (now.isBefore(quietUntil)) {
            suppressed++;
            return;
        }
        LOG.warn(
                "{}: rejected {} from {}: {}{}",
                ClusterName.isValid(cluster) ? cluster : "(invalid cluster name)",
                what,
                address,
                problem.sentence(),
                suppressed == 0 ? "" : " (and " + suppressed + " others since the last such message)");
        quietUntil = now.plus(BETWEEN_LINES);
        suppressed = 0;
    }
}
