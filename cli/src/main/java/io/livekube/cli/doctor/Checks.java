package io.livekube.cli.doctor;

import io.livekube.cli.doctor.Finding.Level;
import io.livekube.cli.terminal.HumanNumbers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Says what measurements mean for an agent, and which setting to change.
public final class Checks {
    /// A server that takes half of what it may take today takes too long on a bad day.
    private static final int RESERVE = 2;

    private static final int FORBIDDEN = 403;
    private static final int GONE = 410;

    private static final Duration FAR_AWAY = Duration.ofMillis(250);
    private static final Duration SLOW_WATCH = Duration.ofSeconds(2);

    private final Measurements measured;
    private final List<Finding> findings = new ArrayList<>();

    private Checks(Measurements measured) {
        this.measured = measured;
    }

    public static List<Finding> findings(Measurements measured) {
        var judge = new Checks(measured);
        judge.server();
        judge.timeouts();
        judge.access();
        judge.findings.addAll(ListChecks.findings(measured));
        judge.watchList();
        judge.watches();
        judge.findings.add(ChangeDelayCheck.finding(measured.changes()));
        judge.throttling();
        judge.leftOut();
        return List.copyOf(judge.findings);
    }

    /// 0 if all is fine, 1 if something is not.
    public static int exitCode(List<Finding> findings) {
        return findings.stream().anyMatch(finding -> finding.level().bad()) ? 1 : 0;
    }

    private void server() {
        Measurements.Server server = measured.server();
        String text = "API server %s at %s, %s a round trip"
                .formatted(server.version(), server.url(), HumanNumbers.took(server.roundTrip()));
        if (server.roundTrip().compareTo(FAR_AWAY) > 0) {
            add(
                    Level.WARNING,
                    text + ": far away, which every page of a LIST pays for",
                    "run the agent nearer to it, best in the cluster; or --page-size "
                            + 4 * measured.limits().pageSize());
        } else {
            findings.add(Finding.fine(text));
        }
    }

    /// A request that may take as long as the sync it belongs to can only ever end in a timeout of the
    /// sync.
    private void timeouts() {
        Duration request = measured.limits().request();
        Duration sync = measured.limits().sync();
        if (sync.compareTo(request) <= 0) {
            add(
                    Level.PROBLEM,
                    "a sync may take %s and one request of it %s: a slow LIST can never sync"
                            .formatted(HumanNumbers.took(sync), HumanNumbers.took(request)),
                    "--sync-timeout " + seconds(request.multipliedBy(RESERVE)));
        } else {
            findings.add(Finding.fine("timeouts are in order: a request may take %s, a sync %s"
                    .formatted(HumanNumbers.took(request), HumanNumbers.took(sync))));
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
            add(Level.PROBLEM, "may not list " + names(lists), rights(lists));
        }
        if (!watches.isEmpty()) {
            add(Level.PROBLEM, "may list but not watch " + names(watches), rights(watches));
        }
        long allowed = measured.kinds().stream()
                .filter(kind -> !(kind.paged() instanceof ListResult.Refused))
                .count();
        if (lists.isEmpty() && watches.isEmpty() && allowed > 0) {
            findings.add(Finding.fine("may list and watch all %d kinds".formatted(allowed)));
        }
        for (KindMeasurements kind : measured.kinds()) {
            if (kind.paged() instanceof ListResult.Refused refused && refused.status() == 404) {
                findings.add(Finding.note(kind.resource() + " is not served here; an agent passes it over"));
            } else if (kind.paged() instanceof ListResult.Refused refused
                    && refused.status() != 403
                    && refused.status() != 429) {
                add(
                        Level.PROBLEM,
                        "%s can't be listed: %s".formatted(kind.resource(), refused.message()),
                        "look into the API server's log, or leave it out with --resource-types");
            }
        }
    }

    private static boolean forbidden(WatchResult watching) {
        return watching instanceof WatchResult.Refused refused && refused.status() == 403;
    }

    private static String rights(List<String> resources) {
        return "grant get, list and watch on %s to whom the agent runs as, or leave them out with --resource-types"
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
            findings.add(Finding.fine("WatchList works: the first event after %s, %s events in %s"
                    .formatted(
                            HumanNumbers.took(largest.firstEvent().orElse(largest.opened())),
                            HumanNumbers.count(largest.events()),
                            HumanNumbers.took(largest.complete().orElseThrow()))));
        } else if (measured.kinds().stream().anyMatch(kind -> !(kind.watchList() instanceof WatchResult.Skipped))) {
            findings.add(
                    Finding.note(
                            "no WatchList (the state sent by a watch; Kubernetes has it from 1.32 on): an agent lists in pages"));
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
            add(
                    Level.WARNING,
                    "a watch takes up to %s to open".formatted(HumanNumbers.took(slowest)),
                    "look at the API server's load, and for proxies that hold answers back");
        } else {
            findings.add(Finding.fine("watches are quick: each was open within " + HumanNumbers.took(slowest)));
        }
        if (open.stream().anyMatch(WatchResult.Open::bookmark)) {
            findings.add(Finding.fine("bookmarks come: a quiet watch can be resumed"));
        } else {
            add(
                    Level.WARNING,
                    "no bookmark came: after a cut, kinds in which little happens have to be listed anew",
                    "look for a proxy that holds small parts of answers back");
        }
    }

    private void watchThatFails(KindMeasurements kind) {
        switch (kind.watch()) {
            case WatchResult.Broken broken ->
                add(
                        Level.PROBLEM,
                        "a watch of %s breaks: %s".formatted(kind.resource(), broken.why()),
                        "look for a proxy or load balancer between here and the API server that cuts long answers");
            case WatchResult.Refused refused
            when refused.status() == GONE ->
                add(
                        Level.PROBLEM,
                        "%s: the server lists a version that it then refuses to watch from (%s), as kubernetes#133810 has it"
                                .formatted(kind.resource(), refused.message()),
                        "update the API server, or restart it; until then an agent gets round it with LISTs in one piece");
            case WatchResult.Refused refused
            when refused.status() != FORBIDDEN ->
                add(
                        Level.PROBLEM,
                        "%s can't be watched: %s".formatted(kind.resource(), refused.message()),
                        "look into the API server's log, or leave it out with --resource-types");
            case WatchResult.Refused _, WatchResult.Open _, WatchResult.Skipped _ -> {}
        }
    }

    private void throttling() {
        Measurements.Requests requests = measured.requests();
        if (requests.throttled() > 0) {
            add(
                    Level.WARNING,
                    "throttled: %d of %d requests were answered with 429"
                            .formatted(requests.throttled(), requests.sent()),
                    "give whom the agent runs as a FlowSchema of higher priority, or a slower agent with --qps 5");
        } else {
            findings.add(Finding.fine("not throttled in %d requests%s"
                    .formatted(requests.sent(), measured.server().fairness() ? "; priority and fairness is on" : "")));
        }
    }

    private void leftOut() {
        if (!measured.left().isEmpty()) {
            add(
                    Level.WARNING,
                    "the time was up before %s".formatted(names(measured.left())),
                    "give the doctor more with --time-limit, or fewer --resource-types");
        }
    }

    private void add(Level level, String text, String advice) {
        findings.add(new Finding(level, text, advice));
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
