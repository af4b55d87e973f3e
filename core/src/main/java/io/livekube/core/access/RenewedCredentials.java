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

/// Credentials that are fetched again shortly before they run out, and when the server refuses them: rotated files, an
/// exec plugin, an edited kubeconfig.
///
/// Many requests may be refused together, so one of them fetches and the others wait for what it gets; nobody tries
/// again within [#PAUSE] of an attempt's end. If it fails the old ones are kept: the server's answer to them is what
/// users see, and the reason is in the log, or thrown by [#refresh].
final class RenewedCredentials implements Credentials {
    private static final Logger LOG = LoggerFactory.getLogger(RenewedCredentials.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    /// Where they are fetched, by one thread at a time.
    @FunctionalInterface
    interface Source {
        /// Fetches them.
        ///
        /// @param refused whether the server did not accept the last ones
        ResolvedCredentials fetch(boolean refused);
    }

    private final Source source;
    private final TlsIdentity identity;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile ResolvedCredentials current;
    /// When the last attempt ended.
    private Instant lastTry = Instant.MIN;

    /// @param identity where certificates are shown
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
                LOG.warn(
                        "credentials are due to be renewed, but could not be, so the old ones are kept: {}",
                        e.getMessage());
            }
        }
        return current.headers();
    }

    @Override
    public int edition() {
        return identity.edition();
    }

    /// Does nothing if that was tried just now.
    ///
    /// @throws AccessException if fetching fails, or the thread is interrupted while another one fetches
    @Override
    public void refresh() {
        renew(current, true);
    }

    /// @param seen what is to be replaced; if it was meanwhile, nothing is left to do
    /// @param refused whether the server has not accepted what it was shown
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
                    // What it says may have a token in it.
                    throw new AccessException(
                            "fetching credentials ended with " + e.getClass().getName(), e);
                } finally {
                    lastTry = clock.instant();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /// Not so if the last attempt is in the future, since the clock was set back.
    private boolean triedJustNow(Instant now) {
        return !now.isBefore(lastTry) && now.isBefore(lastTry.plus(PAUSE));
    }

    private void replace(ResolvedCredentials next, boolean refused) {
        if (show(next, refused)) {
            LOG.info(
                    "connections are opened with {} from now on",
                    next.certificate().map(ClientCertificate::toString).orElse("no certificate"));
        }
        current = next;
    }

    private boolean show(ResolvedCredentials login, boolean refused) {
        try {
            return identity.use(login.certificate(), refused);
        } catch (GeneralSecurityException e) {
            throw new AccessException("the client certificate can't be used: " + e.getMessage(), e);
        }
    }
}
