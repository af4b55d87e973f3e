package io.livekube.core.access;

import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Credentials that are fetched again shortly before they expire, and when the server rejects them: rotated
/// files, an exec plugin, an edited kubeconfig.
///
/// If many requests are rejected together, one of them fetches new credentials and the others wait for the result;
/// there is no further attempt within [#PAUSE] of the end of the last one. If fetching fails, the old credentials
/// stay in use: users see the server's response to them, and the reason is logged, or thrown by [#refresh].
final class RenewedCredentials implements Credentials {
    private static final Logger LOG = LoggerFactory.getLogger(RenewedCredentials.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    /// Source of credentials, used by one thread at a time.
    @FunctionalInterface
    interface Source {
        /// Fetches credentials.
        ///
        /// @param refused whether the server rejected the last ones
        ResolvedCredentials fetch(boolean refused);
    }

    private final Source source;
    private final TlsIdentity identity;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile ResolvedCredentials current;
    /// End of the last attempt.
    private Instant lastTry = Instant.MIN;

    /// @param identity TLS identity that gets the certificates
    RenewedCredentials(ResolvedCredentials first, Source source, TlsIdentity identity, InstantSource clock) {
        this.current = first;
        this.source = source;
        this.identity = identity;
        this.clock = clock;
        show(first, false);
    }

    @Override
    public Map<String, List<String>> headers() {
        ResolvedCredentials seen = current;
        if (seen.runsOut(clock.instant())) {
            try {
                renew(seen, false);
            } catch (AccessException e) {
                LOG.warn("cannot renew the credentials; keeping the old ones: {}", e.getMessage());
            }
        }
        return current.headers();
    }

    @Override
    public int edition() {
        return identity.edition();
    }

    /// Does nothing within [#PAUSE] of the last attempt.
    ///
    /// @throws AccessException if fetching fails, or the thread is interrupted while another one fetches
    @Override
    public void refresh() {
        renew(current, true);
    }

    /// @param seen the credentials to replace; if they are no longer the current ones, nothing is left to do
    /// @param refused whether the server did not accept them
    private void renew(ResolvedCredentials seen, boolean refused) {
        try {
            lock.lockInterruptibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AccessException("interrupted while waiting for credentials", e);
        }
        try {
            if (current.equals(seen) && !triedJustNow(clock.instant())) {
                try {
                    replace(source.fetch(refused), refused);
                } catch (AccessException e) {
                    throw e;
                } catch (RuntimeException e) {
                    // Its message may contain a token.
                    throw new AccessException(
                            "fetching credentials failed with " + e.getClass().getName(), e);
                } finally {
                    lastTry = clock.instant();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /// False if the last attempt is in the future, because the clock was set back.
    private boolean triedJustNow(Instant now) {
        return !now.isBefore(lastTry) && now.isBefore(lastTry.plus(PAUSE));
    }

    private void replace(ResolvedCredentials next, boolean refused) {
        if (show(next, refused)) {
            LOG.info(
                    "new connections use {}",
                    next.certificate().map(ClientCertificate::toString).orElse("no certificate"));
        }
        current = next;
    }

    private boolean show(ResolvedCredentials login, boolean refused) {
        try {
            return identity.use(login.certificate(), refused);
        } catch (GeneralSecurityException e) {
            throw new AccessException("the client certificate cannot be used: " + e.getMessage(), e);
        }
    }
}
