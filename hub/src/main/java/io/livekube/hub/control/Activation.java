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
///   off ─┤                                                             ├─ on
///        └◀────────────────────────────────────────────────────────────┘
///          nobody looked for `idleAfter`, and no stream is open
/// ```
///
/// The modes `on` and `off` hold it at one end, whoever looks. What comes of it is a [DesiredSync], which the
/// agent is told as often as it needs to hear it.
///
/// No I/O and no clock; for any number of threads.
public final class Activation {
    /// Kinds that are remembered as looked at; more than any API server has.
    private static final int MAX_KINDS = 1_000;

    /// More would be no order of urgency.
    private static final int MAX_FIRST = 16;

    private final ActivationConfig config;
    private final Map<Resource, Instant> lookedAt = new HashMap<>();
    private final Map<Resource, Integer> streams = new HashMap<>();
    private final Deque<Resource> first = new ArrayDeque<>();
    private SyncSettings settings;
    private boolean on;
    private Instant since;
    private Instant idleSince;
    private Optional<Instant> lastLook = Optional.empty();
    private boolean known;
    private long revision = 1;

    /// A cluster that nobody has looked at.
    public Activation(ActivationConfig config, SyncSettings settings, Instant now) {
        this.config = config;
        this.settings = settings;
        this.on = settings.mode() == SyncMode.ON;
        this.since = now;
        this.idleSince = now;
    }

    /// Somebody reads a kind.
    ///
    /// @param synced whether the hub has it: what it does not have, or not up to date, becomes urgent
    /// @return what that turned on, if it did
    public synchronized Optional<SyncTransition> read(Resource resource, boolean synced, String by, Instant now) {
        lookAt(resource, now);
        if (!(synced && on) && settings.mode() != SyncMode.OFF) {
            urgent(resource);
        }
        return active("a read of " + resource + " " + by, now);
    }

    /// Somebody reads what is known of the cluster itself.
    public synchronized Optional<SyncTransition> read(String by, Instant now) {
        lastLook = Optional.of(now);
        return active("a read " + by, now);
    }

    /// Somebody begins to follow a kind; [#closed] ends it. Meanwhile the cluster and the kind stay on.
    public synchronized Optional<SyncTransition> opened(Resource resource, boolean synced, String by, Instant now) {
        streams.merge(resource, 1, Integer::sum);
        return read(resource, synced, by, now);
    }

    /// Somebody has stopped to follow a kind.
    public synchronized void closed(Resource resource, Instant now) {
        streams.computeIfPresent(resource, (_, count) -> count > 1 ? count - 1 : null);
        lookAt(resource, now);
        idleSince = now;
    }

    /// The cluster's agent is heard of for the first time. One that pushes already was turned on by a hub
    /// before this one: its readers are about to come back.
    public synchronized Optional<SyncTransition> heardOf(boolean pushes, Instant now) {
        boolean first = !known;
        known = true;
        return first && pushes ? active("its agent, which was on before the hub was started", now) : Optional.empty();
    }

    /// Kinds have arrived: nobody waits for them any more. That is no new wish, since the agent knows.
    public synchronized void arrived(Predicate<Resource> synced) {
        first.removeIf(synced);
    }

    /// Takes new settings.
    public synchronized Optional<SyncTransition> set(SyncSettings changed, String by, Instant now) {
        SyncSettings before = settings;
        settings = changed;
        if (!before.kinds().equals(changed.kinds())) {
            revision++;
        }
        return switch (changed.mode()) {
            case ON -> on ? Optional.empty() : turn(true, "mode on, set " + by, now);
            case OFF -> on ? turn(false, "mode off, set " + by, now) : Optional.empty();
            case AUTO -> {
                idleSince = now;
                yield streams.isEmpty() ? Optional.empty() : active("mode auto with an open stream, set " + by, now);
            }
        };
    }

    /// Turns off what nobody looks at; to be called now and then.
    public synchronized Optional<SyncTransition> check(Instant now) {
        if (!on || settings.mode() != SyncMode.AUTO) {
            return Optional.empty();
        }
        if (!streams.isEmpty()) {
            idleSince = now;
            lastLook = Optional.of(now);
        }
        Duration idle = Duration.between(idleSince, now);
        if (idle.compareTo(config.idleAfter()) >= 0) {
            return turn(false, "nobody has looked for %d min".formatted(idle.toMinutes()), now);
        }
        Set<Resource> before = Set.copyOf(lookedAt.keySet());
        lookedAt.entrySet()
                .removeIf(entry -> !streams.containsKey(entry.getKey())
                        && !entry.getValue().plus(config.idleAfter()).isAfter(now));
        if (settings.kinds() instanceof SyncedKinds.OnDemand && !before.equals(lookedAt.keySet())) {
            revision++;
        }
        return Optional.empty();
    }

    /// Whether what is held of the cluster may be let go: it is off, and has been for long.
    public synchronized boolean forgettable(Instant now) {
        return !on && !since.plus(config.keepOff()).isAfter(now);
    }

    public synchronized boolean on() {
        return on;
    }

    /// Whether a kind is to be synced.
    public synchronized boolean wants(Resource resource) {
        return on && chosen(resource);
    }

    public synchronized SyncSettings settings() {
        return settings;
    }

    /// Since when it is on, or off.
    public synchronized Instant since() {
        return since;
    }

    /// When somebody last looked; empty if nobody has.
    public synchronized Optional<Instant> lastActivity() {
        return lastLook;
    }

    /// Streams that are open.
    public synchronized int streams() {
        return streams.values().stream().mapToInt(Integer::intValue).sum();
    }

    /// That of the present [#wish].
    public synchronized long revision() {
        return revision;
    }

    public synchronized DesiredSync wish() {
        return new DesiredSync(
                revision, on, kinds(), on ? first.stream().filter(this::chosen).toList() : List.of());
    }

    private boolean chosen(Resource resource) {
        return kinds().map(set -> set.contains(resource)).orElse(true);
    }

    private Optional<Set<Resource>> kinds() {
        return switch (settings.kinds()) {
            case SyncedKinds.All _ -> Optional.empty();
            case SyncedKinds.Only(Set<Resource> resources) -> Optional.of(resources);
            case SyncedKinds.OnDemand _ -> {
                Set<Resource> asked = new HashSet<>(lookedAt.keySet());
                asked.addAll(streams.keySet());
                yield Optional.of(asked);
            }
        };
    }

    private Optional<SyncTransition> active(String by, Instant now) {
        idleSince = now;
        return settings.mode() == SyncMode.AUTO && !on ? turn(true, by, now) : Optional.empty();
    }

    private Optional<SyncTransition> turn(boolean next, String why, Instant now) {
        on = next;
        since = now;
        revision++;
        if (!next) {
            lookedAt.keySet().retainAll(streams.keySet());
            first.clear();
        }
        return Optional.of(new SyncTransition(next, why));
    }

    private void lookAt(Resource resource, Instant now) {
        lastLook = Optional.of(now);
        boolean added = lookedAt.put(resource, now) == null;
        if (lookedAt.size() > MAX_KINDS) {
            lookedAt.remove(leastRecent(lookedAt.entrySet()));
        }
        if (added && on && settings.kinds() instanceof SyncedKinds.OnDemand) {
            revision++;
        }
    }

    private static Resource leastRecent(Collection<Map.Entry<Resource, Instant>> entries) {
        return entries.stream()
                .min(Comparator.comparing(Map.Entry::getValue))
                .orElseThrow()
                .getKey();
    }

    /// One that is urgent already keeps its place: readers that take turns are no reason for new wishes.
    private void urgent(Resource resource) {
        if (first.contains(resource) || first.size() >= MAX_FIRST || !chosen(resource)) {
            return;
        }
        first.addFirst(resource);
        revision++;
    }
}
