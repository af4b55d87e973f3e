package io.livekube.hub.auth;

/// An invalid token file. The message names the line and what to change, and contains no token.
public final class TokenFileException extends Exception {
    private static final long serialVersionUID = 1L;

    public TokenFileException(String message) {
        super(message);
    }
}
