package io.livekube.hub.settings;

/// Settings that can't be meant so; the message is a sentence that tells what is wrong.
public final class BadSettingsException extends Exception {
    private static final long serialVersionUID = 1L;

    BadSettingsException(String message) {
        super(message);
    }

    public String sentence() {
        return String.valueOf(getMessage());
    }
}
