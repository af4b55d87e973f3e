package io.livekube.apimachinery.selector;

/// A selector that cannot be parsed, or that names a field by which the kind cannot be selected. The message
/// is the API server's.
public final class InvalidSelectorException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String reason;

    public InvalidSelectorException(String reason) {
        super(reason);
        this.reason = reason;
    }

    /// What is wrong, in the API server's words.
    public String reason() {
        return reason;
    }
}
