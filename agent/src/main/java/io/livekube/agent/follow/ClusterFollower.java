package io.livekube.agent.follow;

import io.livekube.agent.kinds.CustomKinds;
import io.livekube.agent.kinds.DefinitionParser;
import io.livekube.agent.kinds.KindSelection;
import io.livekube.agent.sync.KindView;
import io.livekube.core.http.ApiClient;
import io.livekube.core.informer.InformerConfig;
import io.livekube.core.informer.InformerFactory;
import io.livekube.core.informer.SyncStatus;
import io.livekube.core.model.Resource;
import io.livekube.core.store.Snapshot;
import io.livekube.protocol.Part;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Follows all desired kinds of a selection, including those that custom resource definitions add or remove.
///
/// Urgent kinds, which a reader waits for, are listed first; the others start once those are synced, or after a
/// short delay.
///
/// Call [#kinds] and [#sending] on the uplink's thread, which also opens and closes kinds. [#want] and
/// [#followed] may be called on any thread.
public final class ClusterFollower implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterFollower.class);

    /// How long other kinds wait for urgent ones.
    private static final Duration HEAD_START = Duration.ofSeconds(2);

    private final KindSelection selection;
    private final InformerFactory informers;
    private final InstantSource clock;
    private final Runnable wake;
    private final Map<Part.Kind, FollowedKind> open = new LinkedHashMap<>();
    private final AtomicBoolean changed = new AtomicBoolean();
    private final LongAdder changes = new LongAdder();
    private volatile DesiredKinds desired;
    private volatile FollowStatus followed = FollowStatus.NOTHING;

    private DesiredKinds current = DesiredKinds.ALL;
    private Set<Part.Kind> custom = Set.of();
    private List<Part.Kind> kinds = List.of();
    private Instant headStartUntil = Instant.MIN;
    private int leftOut;
    private boolean allSynced;

    /// @param wake called on any thread whenever something has changed; must return immediately
    public ClusterFollower(
            ApiClient client,
            KindSelection selection,
            DesiredKinds desired,
            InformerConfig config,
            InstantSource clock,
            RandomGenerator random,
            Runnable wake) {
        this.selection = selection;
        this.desired = desired;
        this.clock = clock;
        this.wake = wake;
        this.informers = new InformerFactory(
                client,
                config,
                selection::format,
                clock,
                random,
                (handler, key, failure) -> LOG.error("handler '{}' failed at {}", handler, key, failure));
    }

    public void start() {
        reconcile(clock.instant());
        informers.start();
    }

    /// Changes which kinds to follow, and wakes the uplink to apply that.
    public void want(DesiredKinds next) {
        desired = next;
        changed.set(true);
        wake.run();
    }

    /// State as of the last call of [#kinds].
    public FollowStatus followed() {
        return followed;
    }

    /// Sync progress of each kind, on any thread.
    public List<SyncStatus> progress() {
        return informers.status();
    }

    /// Current views of all kinds, urgent ones first.
    public List<KindView> kinds() {
        Instant now = clock.instant();
        if (changed.getAndSet(false)) {
            reconcile(now);
        }
        openDueKinds(now);
        var views = new ArrayList<KindView>(kinds.size());
        for (Part.Kind kind : kinds) {
            FollowedKind of = open.get(kind);
            views.add(of == null ? FollowedKind.waiting(kind) : of.view(now, current.urgent(kind)));
        }
        silent().forEach(of -> of.look(now));
        List<Resource> dead = open.values().stream()
                .filter(FollowedKind::dead)
                .map(of -> of.kind().resource())
                .toList();
        followed = new FollowStatus(views, dead, changes.sum(), Optional.of(now));
        sayWhenAllAreSynced();
        return views;
    }

    /// Notes that a batch is about to be sent to a hub that holds these snapshots.
    public void sending(Function<Resource, Optional<Snapshot>> held) {
        open.values().forEach(of -> of.sending(held.apply(of.kind().resource())));
    }

    /// Number of deletions whose versions are kept.
    int rememberedDeletions() {
        return open.values().stream().mapToInt(of -> of.deletions().size()).sum();
    }

    /// Determines which kinds to follow, and closes all others.
    private void reconcile(Instant now) {
        DesiredKinds next = desired;
        if (!next.equals(current) || kinds.isEmpty()) {
            current = next;
            headStartUntil = now.plus(HEAD_START);
        }
        List<Part.Kind> all = new ArrayList<>(selection.ordered());
        all.removeIf(kind -> !current.includes(kind));
        CustomKinds.Choice choice = custom();
        all.addAll(choice.followed());
        kinds = current.ordered(all);
        allSynced = false;
        for (FollowedKind of : List.copyOf(open.values())) {
            if (!kinds.contains(of.kind()) && !revealsCustomKinds(of.kind())) {
                open.remove(of.kind());
                of.close();
                LOG.info(
                        "{}: no longer followed: not requested any more, or its definition was deleted",
                        of.kind().resource());
            }
        }
        openDueKinds(now);
        warnOfLeftOut(choice.leftOut());
    }

    private CustomKinds.Choice custom() {
        Set<Part.Kind> defined = open.values().stream()
                .filter(of -> KindSelection.definesOthers(of.kind()))
                .flatMap(of -> of.objects().stream())
                .flatMap(definition -> DefinitionParser.kind(definition).stream())
                .filter(current::includes)
                .collect(Collectors.toSet());
        CustomKinds.Choice choice = selection.custom().choose(defined, custom);
        for (Part.Kind kind : choice.followed()) {
            if (!custom.contains(kind)) {
                LOG.info(
                        "{}: following, because its definition was found ({})",
                        kind.resource(),
                        kind.resource().version());
            }
        }
        custom = new LinkedHashSet<>(choice.followed());
        return choice;
    }

    /// Whether a kind has to be followed to discover custom resources, even if the hub has not requested it.
    private boolean revealsCustomKinds(Part.Kind kind) {
        return KindSelection.definesOthers(kind)
                && current.kinds()
                        .map(all -> all.stream().anyMatch(this::maybeCustom))
                        .orElse(true);
    }

    private boolean maybeCustom(Resource resource) {
        return selection.mayFollow(resource)
                && selection.builtIn().stream()
                        .noneMatch(kind -> kind.resource().equals(resource));
    }

    private void openDueKinds(Instant now) {
        if (open.keySet().containsAll(kinds) && !definitionsMissing()) {
            return;
        }
        kinds.stream().filter(current::urgent).forEach(this::open);
        if (current.first().stream().anyMatch(this::maybeCustom)) {
            openDefinitions();
        }
        boolean here = kinds.stream()
                .filter(current::urgent)
                .allMatch(kind -> Optional.ofNullable(open.get(kind)).stream().allMatch(FollowedKind::settled));
        if (here || !now.isBefore(headStartUntil)) {
            kinds.forEach(this::open);
            openDefinitions();
        }
    }

    private boolean definitionsMissing() {
        return selection.builtIn().stream().anyMatch(kind -> revealsCustomKinds(kind) && !open.containsKey(kind));
    }

    /// Kinds that are followed although the hub has not requested them.
    private Stream<FollowedKind> silent() {
        return open.size() == kinds.size()
                ? Stream.of()
                : open.values().stream().filter(of -> !kinds.contains(of.kind()));
    }

    private void openDefinitions() {
        selection.builtIn().stream().filter(this::revealsCustomKinds).forEach(this::open);
    }

    private void open(Part.Kind kind) {
        open.computeIfAbsent(kind, _ -> {
            Runnable then = KindSelection.definesOthers(kind) ? this::definitionsChanged : wake;
            return new FollowedKind(kind, informers.informer(kind.resource()), count -> {
                changes.add(count);
                then.run();
            });
        });
    }

    private void definitionsChanged() {
        changed.set(true);
        wake.run();
    }

    private void warnOfLeftOut(List<Part.Kind> beyond) {
        if (beyond.size() != leftOut && !beyond.isEmpty()) {
            LOG.warn(
                    "{} custom kinds above the limit of {} are not followed, starting with {}",
                    beyond.size(),
                    selection.custom().limit(),
                    beyond.getFirst().resource());
        }
        leftOut = beyond.size();
    }

    private void sayWhenAllAreSynced() {
        if (!allSynced
                && open.keySet().containsAll(kinds)
                && open.values().stream().allMatch(FollowedKind::synced)) {
            allSynced = true;
            LOG.info("all {} kinds are synced", kinds.size());
        }
    }

    @Override
    public void close() {
        informers.close();
    }
}
