package io.livekube.core.informer;

import io.livekube.core.RequestFailure;
import io.livekube.core.model.Resource;
import io.livekube.core.watch.ReflectorPhase;
import io.livekube.core.watch.ReflectorReport;

/// Derives the likely reason why a kind is not synced from its reflector's report.
final class Diagnosis {
    private Diagnosis() {}

    static String cause(Resource resource, SyncState state, ReflectorReport report) {
        return switch (state) {
            case SYNCED, IDLE, STOPPED -> "";
            case DENIED ->
                "forbidden: this account may not list and watch %s; grant it get, list and watch (%s)"
                        .formatted(resource, lastError(report));
            case NOT_SERVED ->
                "the server has no resource %s in %s; check that its CRD is installed with this version (%s)"
                        .formatted(resource.plural(), resource.apiVersion(), lastError(report));
            case STALE -> stale(report);
            case DIED -> died(report);
            case SYNCING, SYNC_TIMED_OUT -> report.lastFailure().isEmpty() ? slow(report) : trouble(report);
        };
    }

    private static String stale(ReflectorReport report) {
        boolean listing =
                report.phase() == ReflectorPhase.LISTING || report.phase() == ReflectorPhase.STREAMING_INITIAL_EVENTS;
        if (report.phase() == ReflectorPhase.STOPPED) {
            return died(report);
        }
        if (listing && report.heardSinceFailure() && !report.stuck()) {
            return "relisting: %d pages so far".formatted(report.pages());
        }
        return "cannot follow the server at the moment: " + trouble(report);
    }

    private static String died(ReflectorReport report) {
        return "stopped because of a bug, and no longer followed: " + lastError(report);
    }

    private static String slow(ReflectorReport report) {
        return report.pages() == 0
                ? "no page has arrived yet: the server is slow to answer, or the objects are large"
                : "still listing: %d pages, %,d objects so far".formatted(report.pages(), report.objects());
    }

    private static String trouble(ReflectorReport report) {
        if (report.stuck()) {
            return "the server answers LISTs with a version that it then refuses to watch from"
                    + " (kubernetes#133810); listing unpaged on new connections";
        }
        if (report.synced() && report.heardSinceFailure()) {
            return "watches end immediately, or deliver unreadable events";
        }
        return report.lastFailure()
                .map(failure -> switch (failure) {
                    case RequestFailure.TimedOut timedOut ->
                        "LIST pages time out (%d so far; page size now %d): the server or the network is slow; %s"
                                .formatted(report.counters().timedOutPages(), report.pageSize(), timedOut.message());
                    case RequestFailure.Unauthorized u ->
                        "the credentials are not accepted; the token may have expired (" + u.message() + ")";
                    case RequestFailure.Throttled t -> "the server is throttling requests: " + t.message();
                    case RequestFailure.NoCredentials n -> n.message();
                    case RequestFailure.Expired e ->
                        report.synced()
                                ? "the server no longer has the last version seen: " + e.message()
                                : "versions expire faster than pages are read: " + e.message();
                    case RequestFailure.TooLarge t -> "the server is behind the requested version: " + t.message();
                    case RequestFailure.Rejected r -> "the server does not accept the request: " + r.message();
                    case RequestFailure.Transient t -> "the server can't be reached or returns errors: " + t.message();
                    case RequestFailure.Forbidden f -> "forbidden: " + f.message();
                    case RequestFailure.NotServed n -> "not served: " + n.message();
                    case RequestFailure.Defect d -> d.message();
                })
                .orElse("no error so far");
    }

    private static String lastError(ReflectorReport report) {
        return report.lastFailure().map(RequestFailure::message).orElse("no details");
    }
}
