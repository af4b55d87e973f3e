package io.livekube.agent.uplink;

import io.livekube.core.access.AuthorityFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/// Which certificates a hub may show.
public final class HubTrust {
    private HubTrust() {}

    /// Those that a PEM file vouches for, as it is when a connection is opened; without one, those that the system
    /// trusts.
    ///
    /// @throws IllegalArgumentException if the file is not usable; the message says why
    public static SSLContext of(Optional<Path> caFile) {
        return caFile.map(HubTrust::trusting).orElseGet(HubTrust::ofSystem);
    }

    private static SSLContext ofSystem() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no TLS", e);
        }
    }

    private static SSLContext trusting(Path file) {
        if (!Files.isReadable(file)) {
            throw new IllegalArgumentException("the CA file %s can't be read: does it exist?".formatted(file));
        }
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new AuthorityFile(file)}, null);
            AuthorityFile.boundSessions(context);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalArgumentException("the CA file %s can't be used: %s".formatted(file, e.getMessage()), e);
        }
    }
}
