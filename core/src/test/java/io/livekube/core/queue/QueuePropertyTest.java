package io.livekube.core.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.Backoff;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Random histories on one thread, each step compared with [QueueModel]; a failure names its seed, and `run(seed)`
/// replays it.
class QueuePropertyTest {
    private static final int SEEDS = 5_000;
    private static final int LENGTH = 150;
    private static final long FIRST = 5;
    private static final long CAP = 1_000;
    private static final long INTERVAL = 40;
    private static final int BURST = 4;

    private enum Step {
        ADD(20),
        ADD_AFTER(15),
        RETRY(10),
        TAKE(20),
        DONE(15),
        FORGET(5),
        WAIT(15),
        END(1);

        private final int weight;

        Step(int weight) {
            this.weight = weight;
        }
    }

    private static final List<Step> STEPS = Stream.of(Step.values())
            .flatMap(step -> Collections.nCopies(step.weight, step).stream())
            .toList();

    @Test
    void everyHistoryIsThatOfTheModel() {
        Set<String> visited = new HashSet<>();
        for (long seed = 0; seed < SEEDS; seed++) {
            run(seed, visited);
        }
        assertThat(visited).contains("due", "merged", "in", "merged in", "full", "closed", "took", "nothing", "again");
    }

    private static void run(long seed, Set<String> visited) {
        History history = new History(seed, visited);
        try {
            for (int step = 0; step < LENGTH; step++) {
                history.step();
            }
            history.workOff();
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError("seed " + seed + " after " + history.log, e);
        }
    }

    private static final class History {
        private final Random random;
        private final Set<String> visited;
        private final QueueState<Integer> queue;
        private final QueueModel model;
        private final int keys;
        private final boolean ends;
        private final List<String> log = new ArrayList<>();
        private final List<Integer> inHand = new ArrayList<>();
        private long now;

        History(long seed, Set<String> visited) {
            this.random = new Random(seed);
            this.visited = visited;
            this.keys = 1 + random.nextInt(8);
            // because a full queue takes no further key.
            int maxKeys = random.nextBoolean() ? keys : 1 + random.nextInt(keys);
            this.ends = random.nextInt(4) == 0;
            this.queue = new QueueState<>(new QueueConfig(
                    "seed-" + seed,
                    maxKeys,
                    RateLimiter.backoff(Backoff.doubling(Duration.ofNanos(FIRST), Duration.ofNanos(CAP)))
                            .and(new TokenBucket(Duration.ofNanos(INTERVAL), BURST, Long.MIN_VALUE))));
            this.model = new QueueModel(maxKeys, FIRST, CAP, INTERVAL, BURST);
        }

        void step() {
            int key = random.nextInt(keys);
            switch (STEPS.get(random.nextInt(STEPS.size()))) {
                case ADD -> answered("add " + key, queue.addAfter(key, 0, now), model.add(key, 0, now));
                case ADD_AFTER -> {
                    long delay = random.nextInt(-2, 60);
                    answered(
                            "add " + key + " after " + delay,
                            queue.addAfter(key, delay, now),
                            model.add(key, delay, now));
                }
                case RETRY -> answered("retry " + key, queue.addRateLimited(key, now), model.addRateLimited(key, now));
                case TAKE -> take();
                case DONE -> done();
                case FORGET -> {
                    log.add("forget " + key);
                    queue.forget(key);
                    model.forget(key);
                }
                case WAIT -> {
                    now += random.nextInt(10) == 0 ? random.nextInt(2_000) : random.nextInt(20);
                    log.add("at " + now);
                }
                case END -> {
                    if (ends) {
                        end();
                    }
                }
            }
            compare();
        }

        /// Every key that was accepted and not dropped is eventually delivered.
        void workOff() {
            now += 1_000_000;
            while (!inHand.isEmpty()) {
                done();
            }
            Set<Integer> owed = model.held();
            Set<Integer> got = new HashSet<>();
            for (var key = queue.take(now); key.isPresent(); key = queue.take(now)) {
                got.add(key.get());
                queue.done(key.get(), now);
            }
            assertThat(got).isEqualTo(owed);
            assertThat(queue.nextDue()).isEmpty();
            QueueStats stats = queue.stats(now);
            assertThat(stats.depth() + stats.delayed() + stats.running()).isZero();
        }

        private void answered(String step, Admission admission, String expected) {
            log.add(step);
            visited.add(expected.contains("in ") ? expected.substring(0, expected.lastIndexOf(' ')) : expected);
            String answer = switch (admission) {
                case Admission.Accepted(Duration dueIn, boolean merged)
                when dueIn.isZero() -> merged ? "merged" : "due";
                case Admission.Accepted(Duration dueIn, boolean merged) ->
                    (merged ? "merged in " : "in ") + dueIn.toNanos();
                case Admission.Full _ -> "full";
                case Admission.Closed _ -> "closed";
            };
            same("answer", answer, expected);
        }

        private void take() {
            log.add("take");
            var taken = queue.take(now);
            same("taken", taken, model.take(now));
            visited.add(taken.isPresent() ? "took" : "nothing");
            taken.ifPresent(key -> {
                same("in two hands", inHand.contains(key), false);
                inHand.add(key);
            });
        }

        private void done() {
            if (!inHand.isEmpty()) {
                int key = inHand.remove(/* index */ random.nextInt(inHand.size()));
                log.add("done " + key);
                queue.done(key, now);
                model.done(key, now);
                if (model.line.contains(key)) {
                    visited.add("again");
                }
            }
        }

        private void end() {
            boolean gently = random.nextBoolean();
            log.add(gently ? "drain" : "close");
            if (gently) {
                queue.drain(now);
                model.drain(now);
            } else {
                queue.close(now);
                model.close(now);
            }
        }

        private void compare() {
            same("depth", queue.depth(), model.line.size());
            same("closed", queue.closed(), model.ended());
            same("open", queue.open(), !model.draining);
            same("running", queue.report().running(), model.inHand.size());
            long timer = Long.MAX_VALUE;
            for (QueueModel.Timer other : model.timers) {
                timer = Math.min(timer, other.end());
            }
            same("next timer", queue.nextDue().orElse(Long.MAX_VALUE), timer);
            for (int key = 0; key < keys; key++) {
                same("retries", queue.retries(key), model.retries.getOrDefault(key, 0));
            }
        }
    }

    /// AssertJ would take most of the time of ten million comparisons.
    private static void same(String what, Object actual, Object expected) {
        if (!actual.equals(expected)) {
            throw new AssertionError(what + ": is " + actual + ", should be " + expected);
        }
    }
}
