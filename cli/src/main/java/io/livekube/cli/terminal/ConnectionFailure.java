package io.livekube.cli.terminal;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
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
        if (has(e, HttpTimeoutException.class) || has(e, SocketTimeoutException.class)) {
            return TIMEOUT;
        }
        if (has(e, UnresolvedAddressException.class) || has(e, UnknownHostException.class)) {
            return UNKNOWN_HOST;
        }
        if (has(e, ConnectException.class)) {
            return REFUSED;
        }
        if (has(e, SSLHandshakeException.class)) {
            return handshake(e);
        }
        return has(e, SSLException.class) ? NO_TLS : BROKEN;
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

    /// Describes the failure of a request to an API server.
    public static String describe(IOException e) {
        return switch (of(e)) {
            case TIMEOUT -> "timeout";
            case UNKNOWN_HOST -> "unknown host";
            case REFUSED -> "connection refused";
            case UNTRUSTED -> "its certificate is not signed by the authority in the kubeconfig";
            case EXPIRED -> "its certificate has expired";
            case WRONG_HOST -> "its certificate is for a different host name";
            case HANDSHAKE_FAILED -> "TLS handshake failed: " + e.getMessage();
            case NO_TLS -> "it does not speak TLS";
            case BROKEN -> String.valueOf(e.getMessage());
        };
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
