package io.livekube.core.kube;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Credentials that are fetched again when they run out, and when the server refuses them: a rotated token file, an
/// exec
/// plugin, an edited kubeconfig.
///
/// Many requests may be refused together, so they are fetched again no more than once in [#PAUSE]. If that fails the
/// old
/// ones are kept: the server's answer to them is what users see, and the reason is in the log.
final class RenewedCredentials implements Credentials {
    private static final Logger LOG = LoggerFactory.getLogger(RenewedCredentials.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Supplier<Login> source;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile Login current;
    private Instant nextTry = Instant.MIN;

    RenewedCredentials(Login first, Supplier<Login> source, InstantSource clock) {
        this.current = first;
        this.source = source;
        this.clock = clock;
    }

    @Override
    public Map<String, String> headers() {
        if (current.goodUntil().filter(end -> !clock.instant().isBefore(end)).isPresent()) {
            try {
                refresh();
            } catch (AccessException e) {
                LOG.warn("credentials have run out and could not be renewed: {}", e.getMessage());
            }
        }
        return current.headers();
    }

    @Override
    public void refresh() {
        lock.lock();
        try {
            Instant now = clock.instant();
            if (!now.isBefore(nextTry)) {
                nextTry = now.plus(PAUSE);
                current = source.get();
            }
        } finally {
            lock.unlock();
        }
    }
}
