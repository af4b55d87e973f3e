package io.livekube.hub.auth;

/// A token file says something that can't be: the message tells the line and what to change, and shows
/// no token.
public final class TokenFileException extends Exception {
    private static final long serialVersionUID = 1L;

    public TokenFileException(String message) {
        super(message);
    }
}
