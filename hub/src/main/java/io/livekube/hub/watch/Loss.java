package io.livekube.hub.watch;

/// Why a watch ended that its reader did not want to end.
public enum Loss {
    TOO_SLOW("too-slow", "it read so slowly that what it was to be told next is gone"),
    STALLED("stalled", "it did not read at all"),
    FAILED("failed", "the hub failed on what it was to be told next"),
    PASSED("version-passed", "it knew a version that the mirror went past in one step"),
    ANEW("history-anew", "the history of the kind began anew"),
    GONE("kind-gone", "the kind is not synced any more");

    private final String label;
    private final String sentence;

    Loss(String label, String sentence) {
        this.label = label;
        this.sentence = sentence;
    }

    /// For metrics.
    public String label() {
        return label;
    }

    /// For people.
    String sentence() {
        return sentence;
    }
}
