package io.livekube.hub.control;

import io.livekube.core.model.Resource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// Decides whether one cluster is synced, and which of its kinds.
///
/// ```
///          a read, an open stream, a session from before the hub's start
///        ┌────────────────────────────────────────────────────────────▶┐
///   Off ─┤                                                             ├─ On
///        └◀────────────────────────────────────────────────────────────┘
///          no reader for `idleAfter`, and no open stream
/// ```
///
/// The modes `on` and `off` fix the state, whatever is read. The result is a [DesiredSync], which is sent to
/// the agent until it acknowledges it.
///
/// No I/O and no clock. Thread-safe.
public final class Activation {
    /// Bound on remembered kinds; more than any API server serves.
    private static final int MAX_KINDS = 1_000;

    /// Bound on urgent kinds; a longer list would express no priority.
    private static final int MAX_FIRST = 16;

    private final ActivationConfig config;
    private final Map<Resource, Instant> lastReads = new HashMap<>();
    private final Map<Resource, Integer> streams = new HashMap<>();
    private final Deque<Resource> first = new ArrayDeque<>();
    private SyncSettings settings;
    private State state;
    private Optional<Instant> lastRead = Optional.empty();
    private boolean contacted;
    private long revision = 1;

    private sealed interface State {
        Instant since();

        record Off(Instant since) implements State {}

        /// @param usedAt when it last had a reader or an open stream
        record On(Instant since, Instant usedAt) implements State {
            On used(Instant now) {
                return new On(since, now);
            }
        }
    }

    /// A cluster that has not been read yet.
    public Activation(ActivationConfig config, SyncSettings settings, Instant now) {
        this.config = config;
        this.settings = settings;
        this.state = settings.mode() == SyncMode.ON ? new State.On(now, now) : new State.Off(now);
    }

    /// Records a read of a kind.
    ///
    /// @param synced whether the hub holds the kind; one that it does not hold, or not up to date, becomes
    /// urgent
    /// @return the resulting transition, if any
    public synchronized Optional<SyncTransition> read(Resource resource, boolean synced, String by, Instant now) {
        recordRead(resource, now);
        if (!(synced && on()) && settings.mode() != SyncMode.OFF) {
            urgent(resource);
        }
        return used("a read of " + resource + " " + by, now);
    }

    /// Records a read of the cluster itself.
    public synchronized Optional<SyncTransition> read(String by, Instant now) {
        lastRead = Optional.of(now);
        return used("a read " + by, now);
    }

    /// Records that a stream of a kind was opened; [#closed] must follow. Cluster and kind stay on until then.
    public synchronized Optional<SyncTransition> opened(Resource resource, boolean synced, String by, Instant now) {
        streams.merge(resource, 1, Integer::sum);
        return read(resource, synced, by, now);
    }

    /// Records that a stream of a kind was closed.
    public synchronized void closed(Resource resource, Instant now) {
        streams.computeIfPresent(resource, (_, count) -> count > 1 ? count - 1 : null);
        recordRead(resource, now);
        markUsed(now);
    }

    /// Records contact by the agent. An agent that already pushes was turned on by an earlier hub process,
    /// whose readers are about to reconnect.
    public synchronized Optional<SyncTransition> contacted(boolean pushes, Instant now) {
        boolean first = !contacted;
        contacted = true;
        return first && pushes ? used("its agent, which was on before the hub started", now) : Optional.empty();
    }

    /// Kinds that have synced are no longer urgent. The revision stays the same, since the agent already knows.
    public synchronized void arrived(Predicate<Resource> synced) {
        first.removeIf(synced);
    }

    /// Applies changed settings.
    public synchronized Optional<SyncTransition> set(SyncSettings changed, String by, Instant now) {
        SyncSettings before = settings;
        settings = changed;
        if (!before.kinds().equals(changed.kinds())) {
            revision++;
        }
        return switch (changed.mode()) {
            case ON -> on() ? Optional.empty() : turnOn("mode on, set " + by, now);
            case OFF -> on() ? turnOff("mode off, set " + by, now) : Optional.empty();
            case AUTO -> {
                markUsed(now);
                yield streams.isEmpty() ? Optional.empty() : used("mode auto with an open stream, set " + by, now);
            }
        };
    }

    /// Turns the cluster off if it has been idle for long enough; called periodically.
    public synchronized Optional<SyncTransition> turnOffIfIdle(Instant now) {
        if (!(state instanceof State.On on) || settings.mode() != SyncMode.AUTO) {
            return Optional.empty();
        }
        if (!streams.isEmpty()) {
            on = on.used(now);
            state = on;
            lastRead = Optional.of(now);
        }
        Duration idle = Duration.between(on.usedAt(), now);
        if (idle.compareTo(config.idleAfter()) >= 0) {
            return turnOff("no reader for %d min".formatted(idle.toMinutes()), now);
        }
        boolean expired = lastReads
                .entrySet()
                .removeIf(entry -> !streams.containsKey(entry.getKey())
                        && !entry.getValue().plus(config.idleAfter()).isAfter(now));
        if (expired && settings.kinds() instanceof SyncedKinds.OnDemand) {
            revision++;
        }
        return Optional.empty();
    }

    /// Whether the cluster's objects may be released: sync has been off for long enough.
    public synchronized boolean releasable(Instant now) {
        return switch (state) {
            case State.On _ -> false;
            case State.Off(Instant since) -> !since.plus(config.keepOff()).isAfter(now);
        };
    }

    public synchronized boolean on() {
        return state instanceof State.On;
    }

    /// Whether a kind should be synced.
    public synchronized boolean wants(Resource resource) {
        return on() && chosen(resource);
    }

    public synchronized SyncSettings settings() {
        return settings;
    }

    /// Time of the last transition.
    public synchronized Instant since() {
        return state.since();
    }

    /// Time of the last read; empty if never read.
    public synchronized Optional<Instant> lastActivity() {
        return lastRead;
    }

    /// Number of open streams.
    public synchronized int streams() {
        return streams.values().stream().mapToInt(Integer::intValue).sum();
    }

    /// Revision of [#desired].
    public synchronized long revision() {
        return revision;
    }

    public synchronized DesiredSync desired() {
        return new DesiredSync(
                revision,
                on(),
                kinds(),
                on() ? first.stream().filter(this::chosen).toList() : List.of());
    }

    private boolean chosen(Resource resource) {
        return kinds().map(set -> set.contains(resource)).orElse(true);
    }

    private Optional<Set<Resource>> kinds() {
        return switch (settings.kinds()) {
            case SyncedKinds.All _ -> Optional.empty();
            case SyncedKinds.Only(Set<Resource> resources) -> Optional.of(resources);
            case SyncedKinds.OnDemand _ -> {
                Set<Resource> read = new HashSet<>(lastReads.keySet());
                read.addAll(streams.keySet());
                yield Optional.of(read);
            }
        };
    }

    private Optional<SyncTransition> used(String by, Instant now) {
        markUsed(now);
        return settings.mode() == SyncMode.AUTO && !on() ? turnOn(by, now) : Optional.empty();
    }

    private void markUsed(Instant now) {
        if (state instanceof State.On on) {
            state = on.used(now);
        }
    }

    private Optional<SyncTransition> turnOn(String why, Instant now) {
        state = new State.On(now, now);
        revision++;
        return Optional.of(new SyncTransition(true, why));
    }

    private Optional<SyncTransition> turnOff(String why, Instant now) {
        state = new State.Off(now);
        revision++;
        lastReads.keySet().retainAll(streams.keySet());
        first.clear();
        return Optional.of(new SyncTransition(false, why));
    }

    private void recordRead(Resource resource, Instant now) {
        lastRead = Optional.of(now);
        boolean added = lastReads.put(resource, now) == null;
        if (lastReads.size() > MAX_KINDS) {
            lastReads.remove(leastRecent(lastReads.entrySet()));
        }
        if (added && on() && settings.kinds() instanceof SyncedKinds.OnDemand) {
            revision++;
        }
    }

    private static Resource leastRecent(Collection<Map.Entry<Resource, Instant>> entries) {
        return entries.stream()
                .min(Comparator.comparing(Map.Entry::getValue))
                .orElseThrow()
                .getKey();
    }

    /// A kind that is already urgent keeps its position, so that alternating reads cause no new revisions.
    private void urgent(Resource resource) {
        if (first.contains(resource) || first.size() >= MAX_FIRST || !chosen(resource)) {
            return;
        }
        first.addFirst(resource);
        revision++;
    }
}
