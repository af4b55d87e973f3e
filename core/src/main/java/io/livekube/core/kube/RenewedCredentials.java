package io.livekube.core.kube;

import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Credentials that are fetched again shortly before they run out, and when the server refuses them: rotated files, an
/// exec plugin, an edited kubeconfig.
///
/// Many requests may be refused together, so they are fetched again no more than once in [#PAUSE]. If that fails the
/// old ones are kept: the server's answer to them is what users see, and the reason is in the log.
final class RenewedCredentials implements Credentials {
    private static final Logger LOG = LoggerFactory.getLogger(RenewedCredentials.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    /// For a clock that differs, and a request that takes its time to get there.
    private static final Duration AHEAD = Duration.ofSeconds(5);

    private final Supplier<Login> source;
    private final TlsIdentity identity;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile Login current;
    private Instant nextTry = Instant.MIN;

    /// @param identity where certificates are shown
    RenewedCredentials(Login first, Supplier<Login> source, TlsIdentity identity, InstantSource clock) {
        this.current = first;
        this.source = source;
        this.identity = identity;
        this.clock = clock;
        show(first, false);
    }

    @Override
    public Map<String, String> headers() {
        if (runOut()) {
            try {
                renew(false);
            } catch (AccessException e) {
                LOG.warn(
                        "credentials are due to be renewed, but could not be, so the old ones are kept: {}",
                        e.getMessage());
            }
        }
        return current.headers();
    }

    private boolean runOut() {
        return current.goodUntil()
                .filter(end -> !clock.instant().isBefore(end.minus(AHEAD)))
                .isPresent();
    }

    @Override
    public int edition() {
        return identity.edition();
    }

    @Override
    public void refresh() {
        renew(true);
    }

    /// @param refused whether the server has not accepted what it was shown
    private void renew(boolean refused) {
        lock.lock();
        try {
            Instant now = clock.instant();
            if (!now.isBefore(nextTry)) {
                nextTry = now.plus(PAUSE);
                Login next = source.get();
                if (show(next, refused)) {
                    LOG.info(
                            "connections are opened with {} from now on",
                            next.certificate().map(ClientCertificate::toString).orElse("no certificate"));
                }
                current = next;
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean show(Login login, boolean refused) {
        try {
            return identity.use(login.certificate(), refused);
        } catch (GeneralSecurityException e) {
            throw new AccessException("the client certificate can't be used: " + e.getMessage(), e);
        }
    }
}
