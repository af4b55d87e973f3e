package io.livekube.simulator.selector;

/// A selector that cannot be parsed or names an unknown field; the message is the API server's.
public final class SelectorSyntaxException extends RuntimeException {
    public SelectorSyntaxException(String message) {
        super(message);
    }
}
