package io.livekube.cli.local;

import io.livekube.core.informer.SyncStatus;
import io.livekube.core.watch.ReflectorReport;
import java.time.Duration;

/// Progress of one kind of one cluster on its way into the hub.
///
/// @param bytes as the API server sent them, decompressed
/// @param cause description of the problem; empty if there is none
record KindProgress(
        String cluster, String kind, Step step, int pages, long objects, long bytes, Duration took, String cause) {
    /// Stages, from worst to best.
    enum Step {
        DIED("died"),
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

    /// @param inHub whether the hub holds the complete kind
    static KindProgress of(String cluster, SyncStatus status, boolean inHub) {
        ReflectorReport report = status.report();
        Step step = switch (status.state()) {
            case DIED -> Step.DIED;
            case DENIED -> Step.DENIED;
            case NOT_SERVED -> Step.NOT_SERVED;
            case STALE, STOPPED -> inHub ? Step.SYNCED : Step.FAILING;
            case SYNCED -> inHub ? Step.SYNCED : Step.SENDING;
            case IDLE -> Step.WAITING;
            case SYNCING, SYNC_TIMED_OUT -> report.heardSinceFailure() ? Step.LISTING : Step.FAILING;
        };
        return new KindProgress(
                cluster,
                status.resource().toString(),
                step,
                report.pages(),
                report.synced() ? status.cached() : report.objects(),
                report.bytes(),
                status.elapsed(),
                step == Step.SYNCED ? "" : status.cause());
    }

    /// Whether the kind has reached a final stage.
    boolean settled() {
        return step == Step.SYNCED || step == Step.DIED || step == Step.DENIED || step == Step.NOT_SERVED;
    }
}
