package io.livekube.core.http;

import java.io.IOException;
import java.util.Set;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// What a server says when it ends a handshake.
final class TlsAlert {
    private static final String RECEIVED = "Received fatal alert: ";
    /// Of RFC 8446, those that a server says of its client's certificate only.
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
    /// Java tells an alert that it received by nothing but its words.
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
