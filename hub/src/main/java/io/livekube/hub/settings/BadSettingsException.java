package io.livekube.hub.settings;

/// Invalid settings; the message is a sentence that says what is wrong.
public final class BadSettingsException extends Exception {
    private static final long serialVersionUID = 1L;

    BadSettingsException(String message) {
        super(message);
    }

    public String sentence() {
        return String.valueOf(getMessage());
    }
}
