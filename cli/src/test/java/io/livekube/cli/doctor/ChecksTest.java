package io.livekube.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.cli.doctor.Finding.Level;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Findings for constructed measurements.
class ChecksTest {
    private static final Measurements.Limits LIMITS =
            new Measurements.Limits(Duration.ofSeconds(60), Duration.ofSeconds(120), 500);
    private static final WatchResult WATCHED = new WatchResult.Open(
            Duration.ofMillis(3), Optional.of(Duration.ofMillis(4)), Optional.of(Duration.ofMillis(9)), 10, true);

    private static ListResult.Done list(int pages, long wireBytes, double seconds, double slowest) {
        return new ListResult.Done(pages, 10, wireBytes, 10_000, time(seconds), time(slowest), "7");
    }

    private static Duration time(double seconds) {
        return Duration.ofMillis((long) (seconds * 1000));
    }

    private static KindMeasurements pods(ListResult paged) {
        return new KindMeasurements(
                "pods", paged, list(1, 1_000, 0.1, 0.1), list(1, 10_000, 0.1, 0.1), WATCHED, WATCHED);
    }

    private static Measurements measured(Measurements.Limits limits, KindMeasurements... kinds) {
        return new Measurements(
                new Measurements.Server("https://cluster", "v1.36.3", Duration.ofMillis(2), true),
                limits,
                new Measurements.Requests(40, 0),
                List.of(kinds),
                new ChangeDelay.Seen(List.of(Duration.ofMillis(40))),
                List.of());
    }

    private static List<Finding> bad(Measurements measured) {
        return Checks.findings(measured).stream()
                .filter(finding -> finding.level().bad())
                .toList();
    }

    private static Finding only(Measurements measured) {
        List<Finding> bad = bad(measured);
        assertThat(bad).hasSize(1);
        assertThat(Checks.exitCode(bad)).isEqualTo(1);
        return bad.getFirst();
    }

    @Test
    void aQuickServerIsFine() {
        List<Finding> findings = Checks.findings(measured(LIMITS, pods(list(1, 1_000, 0.1, 0.1))));

        assertThat(findings).allMatch(finding -> finding.level() == Level.FINE);
        assertThat(findings)
                .extracting(Finding::text)
                .anyMatch(text -> text.contains("gzip makes LISTs 10.0 times smaller"))
                .anyMatch(text -> text.contains("WatchList works"))
                .anyMatch(text -> text.contains("bookmarks arrive"))
                .anyMatch(text -> text.contains("allowed to list and watch all 1 kinds"));
        assertThat(Checks.exitCode(findings)).isZero();
    }

    @Test
    void aSyncThatMayTakeNoLongerThanItsRequestsIsAProblem() {
        var upsideDown = new Measurements.Limits(Duration.ofSeconds(90), Duration.ofSeconds(60), 500);
        Finding finding = only(measured(upsideDown, pods(list(1, 1_000, 0.1, 0.1))));

        assertThat(finding.text()).contains("can never finish");
        assertThat(finding.advice()).isEqualTo("--sync-timeout 180s");
    }

    @Test
    void slowPagesAskForSmallerOnes() {
        Finding finding = only(measured(LIMITS, pods(list(1, 1_000, 45, 45))));

        assertThat(finding.level()).isEqualTo(Level.PROBLEM);
        assertThat(finding.text()).contains("pods").contains("45.0 s of a request timeout of 60s");
        assertThat(finding.advice()).isEqualTo("--page-size 75");
    }

    @Test
    void aPageThatNeverArrivesLeadsToAdviceOnPageSizeAndTimeout() {
        Finding finding = only(measured(
                LIMITS, KindMeasurements.of("pods", new ListResult.TimedOut(2, 1_000, Duration.ofSeconds(60)))));

        assertThat(finding.text()).contains("LIST page 3 timed out after 60s");
        assertThat(finding.advice()).contains("--page-size 50").contains("--request-timeout 120s");
    }

    @Test
    void manyQuickPagesThatTakeLongTogetherAskForAnotherSyncTimeout() {
        Finding finding = only(measured(LIMITS, pods(list(80, 1_000, 90, 2))));

        assertThat(finding.text()).contains("90s of a sync timeout of 2m");
        assertThat(finding.advice()).isEqualTo("--sync-timeout 270s");
    }

    @Test
    void pagesThatCostMoreThanTheySaveAreNotedButAreNoProblem() {
        List<Finding> findings = Checks.findings(measured(LIMITS, pods(list(20, 1_000, 8, 1))));

        assertThat(findings)
                .anyMatch(finding -> finding.level() == Level.NOTE
                        && finding.text().contains("paging costs more than it saves")
                        && finding.advice().equals("--page-size 2000"));
        assertThat(Checks.exitCode(findings)).isZero();
    }

    @Test
    void pagingThatMakesAListPossibleIsReported() {
        var kind = new KindMeasurements(
                "pods",
                list(20, 1_000, 8, 1),
                new ListResult.TimedOut(0, 0, Duration.ofSeconds(60)),
                new ListResult.Skipped(""),
                WATCHED,
                WATCHED);

        assertThat(Checks.findings(measured(LIMITS, kind)))
                .anyMatch(finding -> finding.text().contains("paging makes it work"));
    }

    @Test
    void missingRightsAreNamedWithTheirKinds() {
        var noList = KindMeasurements.of("secrets", new ListResult.Refused(403, "forbidden"));
        var noWatch = new KindMeasurements(
                "nodes",
                list(1, 1_000, 0.1, 0.1),
                new ListResult.Skipped(""),
                new ListResult.Skipped(""),
                new WatchResult.Refused(403, "no"),
                new WatchResult.Refused(403, "no"));
        List<Finding> bad = bad(measured(LIMITS, pods(list(1, 1_000, 0.1, 0.1)), noList, noWatch));

        assertThat(bad)
                .extracting(Finding::text)
                .containsExactly("not allowed to list secrets", "allowed to list but not to watch nodes");
        assertThat(bad).allMatch(finding -> finding.advice().contains("--resource-types"));
    }

    @Test
    void aKindThatIsNotServedIsNotAProblem() {
        var gone = KindMeasurements.of("widgets.example.org", new ListResult.Refused(404, "not found"));

        assertThat(bad(measured(LIMITS, pods(list(1, 1_000, 0.1, 0.1)), gone))).isEmpty();
    }

    @Test
    void aServerWithoutWatchListIsNotedAndOneWithoutBookmarksIsWarnedOf() {
        var quiet = new WatchResult.Open(Duration.ofMillis(3), Optional.empty(), Optional.empty(), 0, false);
        var kind = new KindMeasurements(
                "pods",
                list(1, 1_000, 0.1, 0.1),
                list(1, 1_000, 0.1, 0.1),
                list(1, 9_000, 0.1, 0.1),
                new WatchResult.Refused(422, "sendInitialEvents is forbidden"),
                quiet);
        Measurements measured = measured(LIMITS, kind);

        assertThat(only(measured).text()).contains("no bookmarks");
        assertThat(Checks.findings(measured))
                .anyMatch(finding ->
                        finding.level() == Level.NOTE && finding.text().contains("WatchList is not available ("));
    }

    @Test
    void aVersionThatIsListedAndThenRefusedIsDiagnosed() {
        var kind = new KindMeasurements(
                "pods",
                list(3, 1_000, 0.1, 0.1),
                list(1, 1_000, 0.1, 0.1),
                list(1, 9_000, 0.1, 0.1),
                WATCHED,
                new WatchResult.Refused(410, "too old resource version: 7 (9)"));

        assertThat(only(measured(LIMITS, kind)).text())
                .contains(
                        "pods: the server refuses to watch from the version that it has just listed",
                        "too old resource version: 7 (9)",
                        "kubernetes#133810");
    }

    @Test
    void listsThatAreNeverCompressedSayNothingOfGzip() {
        ListResult small = list(1, 900, 0.1, 0.1);
        var kind = new KindMeasurements("pods", small, small, small, WATCHED, WATCHED);

        assertThat(Checks.findings(measured(LIMITS, kind)))
                .extracting(Finding::text)
                .contains("LISTs are too small for the server to compress (900 B in total)")
                .noneMatch(text -> text.contains("gzip makes"));
    }

    @Test
    void throttlingDistanceAndLackOfTimeAreWarnedOf() {
        var measured = new Measurements(
                new Measurements.Server("https://cluster", "v1.30.0", Duration.ofMillis(400), false),
                LIMITS,
                new Measurements.Requests(40, 3),
                List.of(pods(list(1, 1_000, 0.1, 0.1))),
                new ChangeDelay.Unknown("reading leases is not allowed"),
                List.of("events"));

        assertThat(bad(measured))
                .extracting(Finding::text)
                .anyMatch(text -> text.contains("high latency"))
                .anyMatch(text -> text.contains("3 of 40 requests"))
                .anyMatch(text -> text.contains("time limit reached before measuring events"))
                .hasSize(3);
    }

    @Test
    void theDelayOfChangesIsReportedWithItsMethodOrAsNotMeasured() {
        assertThat(delay(-1, 30, 900))
                .isEqualTo(Finding.fine(
                        "delay from a change to its watch event: median 30 ms, maximum 900 ms (3 lease renewals,"
                                + " from the writer's clock to this one, including the write)"));
        assertThat(delay(10, 3_000, 3_000).level()).isEqualTo(Level.WARNING);
        assertThat(delay(10, 3_000, 3_000).advice()).contains("compare the clocks");
        assertThat(delay(-700, -600, 20).text()).contains("unknown", "ahead of this one by more than 600 ms");
        assertThat(ChangeDelayCheck.finding(new ChangeDelay.Quiet(Duration.ofSeconds(6))))
                .isEqualTo(Finding.note(
                        "delay from a change to its watch event: not measured, no lease was renewed within 6.0 s"));
        assertThat(ChangeDelayCheck.finding(new ChangeDelay.Unknown("reading leases is not allowed"))
                        .text())
                .endsWith("not measured, reading leases is not allowed");
    }

    private static Finding delay(long... millis) {
        return ChangeDelayCheck.finding(new ChangeDelay.Seen(
                Arrays.stream(millis).mapToObj(Duration::ofMillis).toList()));
    }
}
