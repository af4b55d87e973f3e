package io.livekube.cli.terminal;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;

/// Reason why a request got no response.
public enum ConnectionFailure {
    TIMEOUT,
    UNKNOWN_HOST,
    REFUSED,
    /// The certificate is signed by an unknown authority.
    UNTRUSTED,
    EXPIRED,
    /// The certificate is not valid for the host name in the URL.
    WRONG_HOST,
    HANDSHAKE_FAILED,
    /// The server does not speak TLS.
    NO_TLS,
    BROKEN;

    public static ConnectionFailure of(IOException e) {
        if (e instanceof HttpTimeoutException) {
            return TIMEOUT;
        }
        if (has(e, UnresolvedAddressException.class) || has(e, UnknownHostException.class)) {
            return UNKNOWN_HOST;
        }
        return switch (e) {
            case ConnectException _ -> REFUSED;
            case SSLHandshakeException _ -> handshake(e);
            case SSLException _ -> NO_TLS;
            default -> BROKEN;
        };
    }

    private static ConnectionFailure handshake(IOException e) {
        if (has(e, CertificateExpiredException.class)) {
            return EXPIRED;
        }
        if (has(e, CertPathBuilderException.class) || has(e, CertPathValidatorException.class)) {
            return UNTRUSTED;
        }
        return has(e, CertificateException.class) ? WRONG_HOST : HANDSHAKE_FAILED;
    }

    private static boolean has(Throwable e, Class<? extends Throwable> type) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return true;
            }
        }
        return false;
    }
}
