package io.livekube.hub.subscription;

/// Why a subscription ended.
public enum EndReason {
    FINISHED("finished", "its time was over", false),
    READER_GONE("reader", "the reader closed the connection", false),
    HUB_STOPPED("stopped", "the hub is shutting down", false),
    TOO_SLOW("too-slow", "the reader fell behind the window of the change log", true),
    STALLED("stalled", "the reader stopped reading", true),
    FAILED("failed", "the hub could not encode the next change; see the error above", true),
    VERSION_PASSED("version-passed", "the reader knows a version that the mirror passed within one step", true),
    HISTORY_RESET("history-anew", "the kind's history was reset", true),
    KIND_GONE("kind-gone", "the kind is no longer synced", true);

    private final String label;
    private final String sentence;
    private final boolean loss;

    EndReason(String label, String sentence, boolean loss) {
        this.label = label;
        this.sentence = sentence;
        this.loss = loss;
    }

    /// For metrics.
    public String label() {
        return label;
    }

    /// Whether the reader did not want it to end.
    public boolean isLoss() {
        return loss;
    }

    /// For the log.
    String sentence() {
        return sentence;
    }
}
