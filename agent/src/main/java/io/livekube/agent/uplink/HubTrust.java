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

/// TLS trust in a hub's certificate.
public final class HubTrust {
    private HubTrust() {}

    /// Trusts the CA certificates in a PEM file, which is read whenever a connection is opened; without a file,
    /// those of the system.
    ///
    /// @throws IllegalArgumentException if the file can't be used
    public static SSLContext of(Optional<Path> caFile) {
        return caFile.map(HubTrust::trusting).orElseGet(HubTrust::ofSystem);
    }

    private static SSLContext ofSystem() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java runtime has no TLS", e);
        }
    }

    private static SSLContext trusting(Path file) {
        if (!Files.isReadable(file)) {
            throw new IllegalArgumentException("CA file %s: cannot be read; check that it exists".formatted(file));
        }
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new AuthorityFile(file)}, null);
            AuthorityFile.boundSessions(context);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalArgumentException("CA file %s: cannot be used: %s".formatted(file, e.getMessage()), e);
        }
    }
}
