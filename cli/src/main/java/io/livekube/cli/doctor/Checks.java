package io.livekube.cli.doctor;

import static io.livekube.cli.terminal.HumanNumbers.count;
import static io.livekube.cli.terminal.HumanNumbers.took;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Turns measurements into findings: what they mean for an agent, and which setting to change. No I/O.
public final class Checks {
    /// A server that uses half of a timeout today exceeds it on a bad day.
    private static final int RESERVE = 2;

    private static final int FORBIDDEN = 403;
    private static final int GONE = 410;

    private static final Duration FAR_AWAY = Duration.ofMillis(250);
    private static final Duration SLOW_WATCH = Duration.ofSeconds(2);

    private final Measurements measured;
    private final Findings findings = new Findings();

    private Checks(Measurements measured) {
        this.measured = measured;
    }

    public static List<Finding> findings(Measurements measured) {
        var checks = new Checks(measured);
        checks.server();
        checks.timeouts();
        checks.access();
        checks.findings.addAll(ListChecks.findings(measured));
        checks.watchList();
        checks.watches();
        checks.findings.add(ChangeDelayCheck.finding(measured.changes()));
        checks.throttling();
        checks.leftOut();
        return checks.findings.all();
    }

    /// 0 if there are no warnings or problems, otherwise 1.
    public static int exitCode(List<Finding> findings) {
        return findings.stream().anyMatch(finding -> finding.level().bad()) ? 1 : 0;
    }

    private void server() {
        Measurements.Server server = measured.server();
        String text = "API server %s at %s, round trip %s"
                .formatted(server.version(), server.url(), took(server.roundTrip()));
        if (server.roundTrip().compareTo(FAR_AWAY) > 0) {
            findings.warning(
                    text + ": high latency, which adds to every LIST page",
                    "run the agent closer to it, ideally in the cluster; or use --page-size "
                            + 4 * measured.limits().pageSize());
        } else {
            findings.fine(text);
        }
    }

    /// A request timeout as long as the sync timeout always ends in a sync timeout.
    private void timeouts() {
        Duration request = measured.limits().request();
        Duration sync = measured.limits().sync();
        if (sync.compareTo(request) <= 0) {
            findings.problem(
                    "the sync timeout (%s) is not longer than the request timeout (%s): a slow LIST can never finish"
                            .formatted(took(sync), took(request)),
                    "--sync-timeout " + seconds(request.multipliedBy(RESERVE)));
        } else {
            findings.fine("timeouts are consistent: request %s, sync %s".formatted(took(request), took(sync)));
        }
    }

    private void access() {
        List<String> lists = measured.kinds().stream()
                .filter(kind -> kind.paged() instanceof ListResult.Refused refused && refused.status() == 403)
                .map(KindMeasurements::resource)
                .toList();
        List<String> watches = measured.kinds().stream()
                .filter(kind ->
                        !lists.contains(kind.resource()) && (forbidden(kind.watch()) || forbidden(kind.watchList())))
                .map(KindMeasurements::resource)
                .toList();
        if (!lists.isEmpty()) {
            findings.problem("not allowed to list " + names(lists), rights(lists));
        }
        if (!watches.isEmpty()) {
            findings.problem("allowed to list but not to watch " + names(watches), rights(watches));
        }
        long allowed = measured.kinds().stream()
                .filter(kind -> !(kind.paged() instanceof ListResult.Refused))
                .count();
        if (lists.isEmpty() && watches.isEmpty() && allowed > 0) {
            findings.fine("allowed to list and watch all %d kinds".formatted(allowed));
        }
        for (KindMeasurements kind : measured.kinds()) {
            if (kind.paged() instanceof ListResult.Refused refused && refused.status() == 404) {
                findings.note(kind.resource() + " is not served here; an agent skips it");
            } else if (kind.paged() instanceof ListResult.Refused refused
                    && refused.status() != 403
                    && refused.status() != 429) {
                findings.problem(
                        "cannot list %s: %s".formatted(kind.resource(), refused.message()),
                        "check the API server's log, or exclude the kind with --resource-types");
            }
        }
    }

    private static boolean forbidden(WatchResult watching) {
        return watching instanceof WatchResult.Refused refused && refused.status() == 403;
    }

    private static String rights(List<String> resources) {
        return "grant the agent's account get, list and watch on %s, or exclude %1$s with --resource-types"
                .formatted(resources.size() == 1 ? "it" : "them");
    }

    private void watchList() {
        List<WatchResult.Open> whole = measured.kinds().stream()
                .map(KindMeasurements::watchList)
                .filter(WatchResult.Open.class::isInstance)
                .map(WatchResult.Open.class::cast)
                .filter(open -> open.complete().isPresent())
                .toList();
        if (!whole.isEmpty()) {
            WatchResult.Open largest = whole.stream()
                    .max(Comparator.comparingLong(WatchResult.Open::events))
                    .orElseThrow();
            findings.fine("WatchList works: first event after %s, %s events in %s"
                    .formatted(
                            took(largest.firstEvent().orElse(largest.opened())),
                            count(largest.events()),
                            took(largest.complete().orElseThrow())));
        } else if (measured.kinds().stream().anyMatch(kind -> !(kind.watchList() instanceof WatchResult.Skipped))) {
            findings.note("WatchList is not available (Kubernetes has it since 1.32): an agent lists in pages");
        }
    }

    private void watches() {
        List<WatchResult> all = measured.kinds().stream()
                .flatMap(kind -> Stream.of(kind.watch(), kind.watchList()))
                .toList();
        List<WatchResult.Open> open = all.stream()
                .filter(WatchResult.Open.class::isInstance)
                .map(WatchResult.Open.class::cast)
                .toList();
        measured.kinds().forEach(this::watchThatFails);
        if (open.isEmpty()) {
            return;
        }
        Duration slowest = open.stream()
                .map(WatchResult.Open::opened)
                .max(Duration::compareTo)
                .orElseThrow();
        if (slowest.compareTo(SLOW_WATCH) > 0) {
            findings.warning(
                    "opening a watch takes up to %s".formatted(took(slowest)),
                    "check the API server's load, and proxies that buffer responses");
        } else {
            findings.fine("watches open quickly: each within " + took(slowest));
        }
        if (open.stream().anyMatch(WatchResult.Open::bookmark)) {
            findings.fine("bookmarks arrive: quiet watches can be resumed");
        } else {
            findings.warning(
                    "no bookmarks: after a disconnect, quiet kinds have to be listed again",
                    "check for a proxy that buffers small chunks of responses");
        }
    }

    private void watchThatFails(KindMeasurements kind) {
        switch (kind.watch()) {
            case WatchResult.Broken broken ->
                findings.problem(
                        "watch of %s was cut: %s".formatted(kind.resource(), broken.why()),
                        "check for a proxy or load balancer in front of the API server that cuts long responses");
            case WatchResult.Refused refused
            when refused.status() == GONE ->
                findings.problem(
                        "%s: the server refuses to watch from the version that it has just listed (%s), see kubernetes#133810"
                                .formatted(kind.resource(), refused.message()),
                        "update or restart the API server; until then an agent works around it with unpaged LISTs");
            case WatchResult.Refused refused
            when refused.status() != FORBIDDEN ->
                findings.problem(
                        "cannot watch %s: %s".formatted(kind.resource(), refused.message()),
                        "check the API server's log, or exclude the kind with --resource-types");
            case WatchResult.Refused _, WatchResult.Open _, WatchResult.Skipped _ -> {}
        }
    }

    private void throttling() {
        Measurements.Requests requests = measured.requests();
        if (requests.throttled() > 0) {
            findings.warning(
                    "throttled: %d of %d requests got 429".formatted(requests.throttled(), requests.sent()),
                    "give the agent's account a FlowSchema of higher priority, or slow the agent down with --qps 5");
        } else {
            findings.fine("not throttled in %d requests%s"
                    .formatted(
                            requests.sent(),
                            measured.server().fairness() ? "; API Priority and Fairness is enabled" : ""));
        }
    }

    private void leftOut() {
        if (!measured.left().isEmpty()) {
            findings.warning(
                    "time limit reached before measuring %s".formatted(names(measured.left())),
                    "raise --time-limit, or select fewer kinds with --resource-types");
        }
    }

    private static String names(List<String> resources) {
        int shown = 5;
        String first = resources.stream().limit(shown).collect(Collectors.joining(", "));
        return resources.size() <= shown ? first : first + " and %d more".formatted(resources.size() - shown);
    }

    static String seconds(Duration time) {
        return time.plusMillis(999).toSeconds() + "s";
    }
}
