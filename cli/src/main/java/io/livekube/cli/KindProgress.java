package io.livekube.cli;

import java.time.Duration;

/// How far one kind of one cluster is on its way into the hub.
///
/// @param bytes as the API server sent them, decompressed
/// @param cause what is wrong; empty if nothing is
record KindProgress(
        String cluster, String kind, Step step, int pages, long objects, long bytes, Duration took, String cause) {
    /// Where it is; the later, the better.
    enum Step {
        DENIED("denied"),
        NOT_SERVED("not served"),
        FAILING("failing"),
        WAITING("waiting"),
        LISTING("listing"),
        SENDING("sending"),
        SYNCED("synced");

        private final String text;

        Step(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /// Whether there is nothing to wait for.
    boolean settled() {
        return step == Step.SYNCED || step == Step.DENIED || step == Step.NOT_SERVED;
    }
}
