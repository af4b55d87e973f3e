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

/// Why a server did not answer.
public enum ConnectionFailure {
    LATE,
    NO_SUCH_HOST,
    REFUSED,
    /// Its certificate is of an authority that nobody here trusts.
    UNTRUSTED,
    EXPIRED,
    /// Its certificate is for other names than the one that was asked for.
    OTHER_NAME,
    NO_HANDSHAKE,
    /// What came is no TLS.
    NO_TLS,
    BROKEN;

    public static ConnectionFailure of(IOException e) {
        if (e instanceof HttpTimeoutException) {
            return LATE;
        }
        if (has(e, UnresolvedAddressException.class) || has(e, UnknownHostException.class)) {
            return NO_SUCH_HOST;
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
        return has(e, CertificateException.class) ? OTHER_NAME : NO_HANDSHAKE;
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
