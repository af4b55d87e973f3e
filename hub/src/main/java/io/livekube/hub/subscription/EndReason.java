package io.livekube.hub.subscription;

/// Reason why a subscription ended.
public enum EndReason {
    FINISHED("finished", "its timeout was reached", false),
    READER_GONE("reader", "the reader closed the connection", false),
    HUB_STOPPED("stopped", "the hub is shutting down", false),
    TOO_SLOW("too-slow", "the reader fell behind the window of the change log", true),
    STALLED("stalled", "the reader stopped reading", true),
    FAILED("failed", "the hub could not encode the next change; see the error above", true),
    VERSION_PASSED("version-passed", "the mirror skipped the reader's version", true),
    HISTORY_RESET("history-reset", "the kind's history was reset", true),
    KIND_GONE("kind-gone", "the kind is no longer synced", true);

    private final String label;
    private final String sentence;
    private final boolean loss;

    EndReason(String label, String sentence, boolean loss) {
        this.label = label;
        this.sentence = sentence;
        this.loss = loss;
    }

    /// Label in metrics.
    public String label() {
        return label;
    }

    /// Whether the subscription was cut short.
    public boolean isLoss() {
        return loss;
    }

    /// Text for the log.
    String sentence() {
        return sentence;
    }
}
