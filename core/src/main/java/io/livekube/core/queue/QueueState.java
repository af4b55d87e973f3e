package io.livekube.core.queue;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;

/// State of a work queue, without threads and clocks: one caller at a time, which passes the time in.
///
/// Each key that is held has one [QueuedKey]; a key without a phase and without a timer is not held.
///
/// ```
///            add, timer            take               add, timer
///     IDLE ──────────────▶ QUEUED ──────▶ RUNNING ──────────────────▶ RUNNING_AGAIN
///       ▲                    ▲             │                             │
///       └────────────────────┼────────────┘ done                        │
///                            └───────────────────────────────────────────┘ done
/// ```
///
/// Ended timers are processed before anything else, each as if at its own time. So the order of keys does not
/// depend on how often the state is polled.
///
/// The queue itself goes OPEN → DRAINING (nothing new, timers dropped) → CLOSED (nothing queued), the second step by
/// itself when nothing is queued or running any more.
final class QueueState<K> {
    enum Life {
        OPEN,
        DRAINING,
        CLOSED
    }

    private final QueueConfig config;
    private final Map<K, QueuedKey<K>> slots = new HashMap<>();
    private final Queue<QueuedKey<K>> queued = new ArrayDeque<>();
    private final KeyTimers<K> timers = new KeyTimers<>();
    private final RetryCounts<K> retryCounts;
    private final HistogramRecorder waitTime = new HistogramRecorder();
    private final HistogramRecorder workTime = new HistogramRecorder();
    private RateLimiter limiter;
    private Life life = Life.OPEN;
    private int running;
    private long adds;
    private long merged;
    private long retries;
    private long refused;
    private int droppedDelayed;
    private int droppedQueued;

    QueueState(QueueConfig config) {
        this.config = config;
        this.limiter = config.rateLimiter();
        this.retryCounts = new RetryCounts<>(config.maxKeys());
    }

    /// A delay that is not positive is none.
    Admission addAfter(K key, long delay, long now) {
        endTimers(now);
        return refusal(key).orElseGet(() -> accept(key, delay, now));
    }

    Admission addRateLimited(K key, long now) {
        endTimers(now);
        return refusal(key).orElseGet(() -> {
            RateLimiter.Permit permit = limiter.permit(retryCounts.of(key), now);
            limiter = permit.next();
            retryCounts.increment(key);
            retries++;
            return accept(key, Nanos.of(permit.delay()), now);
        });
    }

    Optional<K> take(long now) {
        endTimers(now);
        return Optional.ofNullable(queued.poll()).map(slot -> {
            waitTime.record(now - slot.dueSince);
            slot.phase = QueuedKey.Phase.RUNNING;
            slot.takenAt = now;
            running++;
            return slot.key;
        });
    }

    void done(K key, long now) {
        QueuedKey<K> slot = slots.get(key);
        if (slot == null || !slot.running()) {
            throw new IllegalStateException("queue " + config.name() + ": done(" + key
                    + "), but no worker has it; call done once for each key that take() returned");
        }
        endTimers(now);
        workTime.record(now - slot.takenAt);
        running--;
        boolean again = slot.phase == QueuedKey.Phase.RUNNING_AGAIN;
        slot.phase = QueuedKey.Phase.IDLE;
        if (again) {
            enqueue(slot, slot.dueSince);
        }
        release(slot);
        closeIfDrained();
    }

    void forget(K key) {
        retryCounts.forget(key);
    }

    int retries(K key) {
        return retryCounts.of(key);
    }

    /// Accepts no more keys and drops timers; queued and running keys remain.
    void drain(long now) {
        endTimers(now);
        if (life == Life.OPEN) {
            life = Life.DRAINING;
            droppedDelayed = timers.size();
            dropTimers();
            closeIfDrained();
        }
    }

    /// Drops all keys that no worker has.
    void close(long now) {
        drain(now);
        life = Life.CLOSED;
        for (QueuedKey<K> slot : slots.values()) {
            if (slot.phase == QueuedKey.Phase.RUNNING_AGAIN) {
                slot.phase = QueuedKey.Phase.RUNNING;
                droppedQueued++;
            }
        }
        droppedQueued += queued.size();
        queued.clear();
        slots.values().removeIf(slot -> !slot.running());
    }

    boolean open() {
        return life == Life.OPEN;
    }

    boolean closed() {
        return life == Life.CLOSED;
    }

    int depth() {
        return queued.size();
    }

    /// The time at which the next key becomes due by its timer.
    OptionalLong nextDue() {
        return timers.earliest();
    }

    DrainReport report() {
        return new DrainReport(droppedDelayed, droppedQueued, running);
    }

    QueueStats stats(long now) {
        endTimers(now);
        long unfinished = 0;
        long longest = 0;
        for (QueuedKey<K> slot : slots.values()) {
            if (slot.running()) {
                long age = now - slot.takenAt;
                unfinished = Nanos.plus(unfinished, age);
                longest = Math.max(longest, age);
            }
        }
        return new QueueStats(
                config.name(),
                queued.size(),
                timers.size(),
                running,
                adds,
                merged,
                retries,
                refused,
                waitTime.snapshot(),
                workTime.snapshot(),
                Duration.ofNanos(unfinished),
                Duration.ofNanos(longest));
    }

    private Optional<Admission> refusal(K key) {
        if (life != Life.OPEN) {
            return Optional.of(new Admission.Closed());
        }
        if (slots.size() >= config.maxKeys() && !slots.containsKey(key)) {
            refused++;
            return Optional.of(new Admission.Full(config.maxKeys()));
        }
        return Optional.empty();
    }

    private Admission accept(K key, long delay, long now) {
        QueuedKey<K> slot = slots.computeIfAbsent(key, QueuedKey::new);
        if (delay <= 0) {
            return new Admission.Accepted(Duration.ZERO, !makeDue(slot, now));
        }
        boolean absorbed = slot.timer != QueuedKey.NO_TIMER;
        timers.set(slot, Nanos.plus(now, delay));
        merged += absorbed ? 1 : 0;
        return new Admission.Accepted(Duration.ofNanos(slot.timer - now), absorbed);
    }

    /// Whether the key was not due before.
    private boolean makeDue(QueuedKey<K> slot, long since) {
        return switch (slot.phase) {
            case IDLE -> {
                adds++;
                enqueue(slot, since);
                yield true;
            }
            case RUNNING -> {
                adds++;
                slot.phase = QueuedKey.Phase.RUNNING_AGAIN;
                slot.dueSince = since;
                yield true;
            }
            case QUEUED, RUNNING_AGAIN -> {
                merged++;
                yield false;
            }
        };
    }

    private void enqueue(QueuedKey<K> slot, long since) {
        slot.phase = QueuedKey.Phase.QUEUED;
        slot.dueSince = since;
        queued.add(slot);
    }

    private void endTimers(long now) {
        for (Optional<QueuedKey<K>> ended = timers.pollEnded(now); ended.isPresent(); ended = timers.pollEnded(now)) {
            QueuedKey<K> slot = ended.get();
            long since = slot.timer;
            slot.timer = QueuedKey.NO_TIMER;
            makeDue(slot, since);
        }
    }

    private void dropTimers() {
        for (Optional<QueuedKey<K>> slot = timers.pollEnded(Long.MAX_VALUE);
                slot.isPresent();
                slot = timers.pollEnded(Long.MAX_VALUE)) {
            slot.get().timer = QueuedKey.NO_TIMER;
            release(slot.get());
        }
    }

    private void release(QueuedKey<K> slot) {
        if (slot.vacant()) {
            slots.remove(slot.key);
        }
    }

    private void closeIfDrained() {
        if (life == Life.DRAINING && queued.isEmpty() && running == 0) {
            life = Life.CLOSED;
        }
    }
}
