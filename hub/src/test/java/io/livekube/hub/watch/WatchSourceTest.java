package io.livekube.hub.watch;

import static io.livekube.hub.TestingBatches.SESSION;
import static io.livekube.hub.TestingBatches.delta;
import static io.livekube.hub.TestingBatches.full;
import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.model.Resource;
import io.livekube.hub.TestingHub;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.hub.subscription.EndReason;
import io.livekube.hub.subscription.Frames;
import io.livekube.hub.subscription.Step;
import io.livekube.hub.subscription.TestingConnection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The steps of a watch, one by one and without a connection.
@Timeout(60)
class WatchSourceTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final long NOW = 0;

    @AutoClose
    private final TestingHub hub = TestingHub.start();

    private final Watches watches = hub.hub().watches();

    @BeforeEach
    void sync() {
        assertThat(hub.post("demo", full(SESSION, 3)).statusCode()).isEqualTo(200);
    }

    private KindMirror pods() {
        return cluster().mirror().kind(Resource.core("v1", "pods")).orElseThrow();
    }

    private Cluster cluster() {
        return hub.hub().clusters().find("demo").orElseThrow();
    }

    private WatchSource watch(
            long known, Optional<Iterator<WatchEvent>> initial, Optional<Supplier<Optional<Resumption>>> resume) {
        long position = pods().log().positionAfter(known).orElseThrow();
        return watches.source(
                new Watches.Start(
                        cluster(),
                        pods(),
                        "a reader",
                        new WatchOptions(WatchFilter.ALL, true, HOUR, initial.isPresent()),
                        JsonWatchEncoder.WHOLE,
                        new Resumption(position, known, initial),
                        resume,
                        () -> new byte[0]),
                new TestingConnection(Runnable::run),
                NOW);
    }

    private static String text(Step step) {
        assertThat(step).isInstanceOf(Frames.class);
        return ((Frames) step).bytes().toString(StandardCharsets.UTF_8);
    }

    /// The next frames, prepared first if necessary.
    private static String made(WatchSource watch) {
        while (watch.next(NOW) instanceof Step.Prepare) {
            watch.prepare();
            if (watch.next(NOW) instanceof Frames frames) {
                return text(frames);
            }
        }
        throw new AssertionError("there is nothing to send");
    }

    private void change(int sequence, String name, long version) {
        assertThat(hub.post("demo", delta(SESSION, sequence, "default", name, version))
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void lastBookmarkPrecedesTheEndEvenIfBothAreDueAtOnce() {
        WatchSource watch = watch(50_000, Optional.empty(), Optional.empty());
        Step step = watch.due(NOW + HOUR.multipliedBy(2).toNanos(), false);
        assertThat(step).isInstanceOf(Step.Finish.class);
        assertThat(text(((Step.Finish) step).last().orElseThrow()))
                .contains("\"type\":\"BOOKMARK\"")
                .contains("\"resourceVersion\":\"50000\"");
    }

    @Test
    void initialEventsAreEncodedOffTheLoopAndEndWithABookmark() {
        Iterator<WatchEvent> objects = pods().store().snapshot().list().stream()
                .map(WatchEvent::initial)
                .iterator();
        WatchSource watch = watch(50_000, Optional.of(objects), Optional.empty());
        assertThat(watch.next(NOW)).isEqualTo(Step.PREPARE);
        assertThat(made(watch).lines())
                .hasSize(4)
                .last()
                .asString()
                .contains("\"type\":\"BOOKMARK\"")
                .contains("initial-events-end");
        assertThat(watch.next(NOW)).as("there is nothing else").isEqualTo(Step.WAIT);
    }

    @Test
    void watchAheadOfTheLogWaitsForItAndThenContinues() {
        var resumed = new AtomicReference<Optional<Resumption>>(Optional.empty());
        WatchSource watch = watch(50_000, Optional.empty(), Optional.of(resumed::get));
        WatchSource ahead = watches.source(
                new Watches.Start(
                        cluster(),
                        pods(),
                        "a reader",
                        new WatchOptions(WatchFilter.ALL, false, HOUR, false),
                        JsonWatchEncoder.WHOLE,
                        new Resumption(pods().log().positionAfter(50_000).orElseThrow(), 50_020, Optional.empty()),
                        Optional.of(() -> Optional.of(new Resumption(
                                pods().log().positionAfter(50_020).orElseThrow(), 50_020, Optional.empty()))),
                        () -> new byte[0]),
                new TestingConnection(Runnable::run),
                NOW);
        change(2, "early", 50_010);
        assertThat(ahead.next(NOW)).as("the log has not reached it").isEqualTo(Step.WAIT);
        change(3, "known", 50_020);
        assertThat(ahead.next(NOW)).isEqualTo(Step.PREPARE);
        ahead.prepare();
        assertThat(ahead.next(NOW)).as("already known").isEqualTo(Step.WAIT);
        assertThat(watch.next(NOW)).isEqualTo(Step.PREPARE);
        watch.prepare();
        assertThat(watch.next(NOW)).as("can't continue").isEqualTo(new Step.Lose(EndReason.VERSION_PASSED));
    }

    @Test
    void eventsKnownToTheReaderAreSkipped() {
        WatchSource watch = watches.source(
                new Watches.Start(
                        cluster(),
                        pods(),
                        "a reader",
                        new WatchOptions(WatchFilter.ALL, false, HOUR, false),
                        JsonWatchEncoder.WHOLE,
                        new Resumption(pods().log().positionAfter(50_000).orElseThrow(), 50_010, Optional.empty()),
                        Optional.empty(),
                        () -> new byte[0]),
                new TestingConnection(Runnable::run),
                NOW);
        change(2, "known", 50_010);
        change(3, "new", 50_020);
        assertThat(watch.next(NOW)).isEqualTo(Step.PREPARE);
        watch.prepare();
        assertThat(text(watch.next(NOW))).isEmpty();
        assertThat(watch.next(NOW)).as("from here on it shares frames").isEqualTo(Step.WAIT);
    }
}
