package io.livekube.core.http;

import java.io.IOException;
import java.util.Set;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// TLS alert by which a server ends a handshake.
final class TlsAlert {
    private static final String RECEIVED = "Received fatal alert: ";
    /// Alerts of RFC 8446 that can only be about the client's certificate.
    private static final Set<String> ABOUT_CERTIFICATES = Set.of(
            "bad_certificate",
            "unsupported_certificate",
            "certificate_revoked",
            "certificate_expired",
            "certificate_unknown",
            "certificate_required",
            "unknown_ca",
            "access_denied");

    private TlsAlert() {}

    /// Whether a connection failed because the server does not accept our certificate, or the lack of one.
    ///
    /// The JDK identifies an alert only in the exception's message.
    static boolean refusesCertificate(IOException failure) {
        for (@Nullable Throwable t = failure; t != null; t = t.getCause()) {
            String message = t instanceof SSLException && t.getMessage() != null ? t.getMessage() : "";
            int at = message.indexOf(RECEIVED);
            if (at >= 0
                    && ABOUT_CERTIFICATES.contains(
                            message.substring(at + RECEIVED.length()).strip())) {
                return true;
            }
        }
        return false;
    }
}
