package io.livekube.hub.auth;

import io.livekube.hub.transport.HttpProblem;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Log of agent requests rejected because of their token, rate-limited so that no one can flood it.
final class RejectedAgentLog {
    private static final Logger LOG = LoggerFactory.getLogger(RejectedAgentLog.class);
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(30);

    private final InstantSource clock;
    private Instant quietUntil = Instant.MIN;
    private long suppressed;

    RejectedAgentLog(InstantSource clock) {
        this.clock = clock;
    }

    /// @param what the request carries, for example "a batch"
    /// @param cluster as named in the request
    /// @param address of the sender
    synchronized void log(String what, String cluster, String address, HttpProblem problem) {
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
                suppressed == 0 ? "" : " (" + suppressed + " more since the last such message)");
        quietUntil = now.plus(BETWEEN_LINES);
        suppressed = 0;
    }
}
