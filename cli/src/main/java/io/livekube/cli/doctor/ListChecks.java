package io.livekube.cli.doctor;

import static io.livekube.cli.terminal.HumanNumbers.bytes;
import static io.livekube.cli.terminal.HumanNumbers.count;
import static io.livekube.cli.terminal.HumanNumbers.took;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Checks of LIST times and sizes against an agent's timeouts. No I/O.
final class ListChecks {
    private static final int RESERVE = 2;
    private static final int SMALLEST_PAGE = 25;

    /// Smaller differences are noise.
    private static final Duration SIGNIFICANT = Duration.ofMillis(500);

    private static final double MUCH_LONGER = 1.5;

    private final Measurements measured;
    private final Findings findings = new Findings();

    private ListChecks(Measurements measured) {
        this.measured = measured;
    }

    static List<Finding> findings(Measurements measured) {
        var checks = new ListChecks(measured);
        measured.kinds().forEach(checks::times);
        boolean quick = checks.findings.isEmpty();
        checks.slowest().filter(_ -> quick).ifPresent(checks::quickEnough);
        measured.kinds().forEach(checks::paging);
        checks.gzip();
        return checks.findings.all();
    }

    private void times(KindMeasurements kind) {
        Duration request = measured.limits().request();
        Duration sync = measured.limits().sync();
        int pageSize = measured.limits().pageSize();
        switch (kind.paged()) {
            case ListResult.TimedOut late ->
                findings.problem(
                        "%s: LIST page %d timed out after %s"
                                .formatted(kind.resource(), late.pages() + 1, took(late.after())),
                        "--page-size %d, and --request-timeout %s if that is not enough"
                                .formatted(
                                        Math.max(SMALLEST_PAGE, pageSize / 10),
                                        Checks.seconds(request.multipliedBy(2))));
            case ListResult.Done done
            when over(done.slowestPage(), request) ->
                findings.problem(
                        "%s: a LIST page takes %s of a request timeout of %s"
                                .formatted(kind.resource(), took(done.slowestPage()), took(request)),
                        "--page-size " + smallerPage(pageSize, done.slowestPage(), request));
            case ListResult.Done done
            when over(done.took(), sync) ->
                findings.problem(
                        "%s: the LIST takes %s of a sync timeout of %s"
                                .formatted(kind.resource(), took(done.took()), took(sync)),
                        "--sync-timeout " + Checks.seconds(done.took().multipliedBy(3)));
            case ListResult.Done _, ListResult.Refused _, ListResult.Skipped _ -> {}
        }
    }

    private static boolean over(Duration time, Duration limit) {
        return time.multipliedBy(RESERVE).compareTo(limit) > 0;
    }

    /// A page size that takes an eighth of the limit.
    private static int smallerPage(int present, Duration took, Duration limit) {
        double fits = present * (limit.toMillis() / 8.0) / Math.max(1, took.toMillis());
        int steps = (int) Math.clamp(fits / SMALLEST_PAGE, 1, Math.max(1, present / (double) SMALLEST_PAGE));
        return steps * SMALLEST_PAGE;
    }

    private Optional<KindMeasurements> slowest() {
        return measured.kinds().stream()
                .filter(kind -> kind.paged() instanceof ListResult.Done)
                .max(Comparator.comparing(kind -> ((ListResult.Done) kind.paged()).took()));
    }

    private void quickEnough(KindMeasurements slowest) {
        if (slowest.paged() instanceof ListResult.Done done) {
            findings.fine("all LISTs are fast enough: the slowest is %s, %s objects in %s"
                    .formatted(slowest.resource(), count(done.objects()), took(done.took())));
        }
    }

    /// Whether paging helps or hurts a kind with several pages.
    private void paging(KindMeasurements kind) {
        if (!(kind.paged() instanceof ListResult.Done paged) || paged.pages() < 2) {
            return;
        }
        String times = "%s: %d pages take %s".formatted(kind.resource(), paged.pages(), took(paged.took()));
        switch (kind.whole()) {
            case ListResult.TimedOut late ->
                findings.fine("%s, and unpaged it timed out after %s: paging makes it work"
                        .formatted(times, took(late.after())));
            case ListResult.Done whole
            when muchLonger(paged.took(), whole.took()) ->
                findings.note(
                        "%s, unpaged %s: paging costs more than it saves".formatted(times, took(whole.took())),
                        "--page-size " + 4 * measured.limits().pageSize());
            case ListResult.Done whole ->
                findings.fine("%s, unpaged %s: paging costs little here".formatted(times, took(whole.took())));
            case ListResult.Refused _, ListResult.Skipped _ -> {}
        }
    }

    private void gzip() {
        long wire = 0;
        long bytes = 0;
        Duration compressed = Duration.ZERO;
        Duration plain = Duration.ZERO;
        for (KindMeasurements kind : measured.kinds()) {
            if (kind.whole() instanceof ListResult.Done small && kind.plain() instanceof ListResult.Done large) {
                wire += small.wireBytes();
                bytes += large.wireBytes();
                compressed = compressed.plus(small.took());
                plain = plain.plus(large.took());
            }
        }
        if (bytes == 0) {
            return;
        }
        if (wire == bytes) {
            findings.fine("LISTs are too small for the server to compress (%s in total)".formatted(bytes(bytes)));
            return;
        }
        String text = String.format(
                Locale.ROOT,
                "gzip makes LISTs %.1f times smaller (%s of %s); they take %s with gzip and %s without",
                bytes / (double) Math.max(1, wire),
                bytes(wire),
                bytes(bytes),
                took(compressed),
                took(plain));
        if (muchLonger(compressed, plain)) {
            findings.note(text, "--gzip off, if bandwidth is plentiful");
        } else {
            findings.fine(text);
        }
    }

    private static boolean muchLonger(Duration one, Duration other) {
        return one.compareTo(other.plus(SIGNIFICANT)) > 0 && one.toMillis() > MUCH_LONGER * other.toMillis();
    }
}
