package io.livekube.agent.follow;

import io.livekube.agent.kinds.CustomKinds;
import io.livekube.agent.kinds.Definition;
import io.livekube.agent.kinds.KindSelection;
import io.livekube.agent.sync.Source;
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

/// Follows all kinds of a selection that are wanted, and those that definitions add or take away meanwhile.
///
/// Kinds that somebody waits for are listed first; the others begin once those are there, or soon after.
///
/// [#sources] and [#sending] are for one thread, the uplink's; on it kinds come and go, too. [#want] and
/// [#followed] are for any.
public final class ClusterFollower implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterFollower.class);

    /// For how long at most those that nobody waits for stand back.
    private static final Duration HEAD_START = Duration.ofSeconds(2);

    private final KindSelection selection;
    private final InformerFactory informers;
    private final InstantSource clock;
    private final Runnable wake;
    private final Map<Part.Kind, FollowedKind> open = new LinkedHashMap<>();
    private final AtomicBoolean changed = new AtomicBoolean();
    private final LongAdder changes = new LongAdder();
    private volatile Wanted wanted;
    private volatile Followed followed = Followed.NOTHING;

    private Wanted present = Wanted.ALL;
    private Set<Part.Kind> custom = Set.of();
    private List<Part.Kind> kinds = List.of();
    private Instant headStartUntil = Instant.MIN;
    private int leftOut;
    private boolean allSynced;

    /// @param wake is called whenever something changed, on any thread; it returns at once
    public ClusterFollower(
            ApiClient client,
            KindSelection selection,
            Wanted wanted,
            InformerConfig config,
            InstantSource clock,
            RandomGenerator random,
            Runnable wake) {
        this.selection = selection;
        this.wanted = wanted;
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

    /// Follows something else from the next look on, which is due now.
    public void want(Wanted next) {
        wanted = next;
        changed.set(true);
        wake.run();
    }

    /// What the last look saw.
    public Followed followed() {
        return followed;
    }

    /// How far each kind is at this moment, on any thread.
    public List<SyncStatus> progress() {
        return informers.status();
    }

    /// All kinds as they are now, the urgent ones first.
    public List<Source> sources() {
        Instant now = clock.instant();
        if (changed.getAndSet(false)) {
            reconcile(now);
        }
        openWhatMay(now);
        var sources = new ArrayList<Source>(kinds.size());
        for (Part.Kind kind : kinds) {
            FollowedKind of = open.get(kind);
            sources.add(of == null ? FollowedKind.waiting(kind) : of.source(now, present.urgent(kind)));
        }
        silent().forEach(of -> of.look(now));
        List<Resource> dead = open.values().stream()
                .filter(FollowedKind::dead)
                .map(of -> of.kind().resource())
                .toList();
        followed = new Followed(sources, dead, changes.sum(), Optional.of(now));
        sayWhenAllAreSynced();
        return sources;
    }

    /// A batch is about to be sent to a hub that holds these snapshots.
    public void sending(Function<Resource, Optional<Snapshot>> held) {
        open.values().forEach(of -> of.sending(held.apply(of.kind().resource())));
    }

    /// Versions of deletions that are remembered at the moment.
    int rememberedRemovals() {
        return open.values().stream().mapToInt(of -> of.removals().size()).sum();
    }

    /// Works out which kinds to follow, and lets go of all others.
    private void reconcile(Instant now) {
        Wanted next = wanted;
        if (!next.equals(present) || kinds.isEmpty()) {
            present = next;
            headStartUntil = now.plus(HEAD_START);
        }
        List<Part.Kind> all = new ArrayList<>(selection.ordered());
        all.removeIf(kind -> !present.includes(kind));
        CustomKinds.Choice choice = custom();
        all.addAll(choice.followed());
        kinds = present.ordered(all);
        allSynced = false;
        for (FollowedKind of : List.copyOf(open.values())) {
            if (!kinds.contains(of.kind()) && !tellsOfCustom(of.kind())) {
                open.remove(of.kind());
                of.close();
                LOG.info(
                        "{}: no longer followed, it is not wanted or its definition is gone",
                        of.kind().resource());
            }
        }
        openWhatMay(now);
        warnOfLeftOut(choice.leftOut());
    }

    private CustomKinds.Choice custom() {
        Set<Part.Kind> defined = open.values().stream()
                .filter(of -> KindSelection.definesOthers(of.kind()))
                .flatMap(of -> of.objects().stream())
                .flatMap(definition -> Definition.kind(definition).stream())
                .filter(present::includes)
                .collect(Collectors.toSet());
        CustomKinds.Choice choice = selection.custom().choose(defined, custom);
        for (Part.Kind kind : choice.followed()) {
            if (!custom.contains(kind)) {
                LOG.info(
                        "{}: followed, as its definition says ({})",
                        kind.resource(),
                        kind.resource().version());
            }
        }
        custom = new LinkedHashSet<>(choice.followed());
        return choice;
    }

    /// Whether a kind has to be read to know of others, though the hub may not want it.
    private boolean tellsOfCustom(Part.Kind kind) {
        return KindSelection.definesOthers(kind)
                && present.kinds()
                        .map(all -> all.stream().anyMatch(this::maybeCustom))
                        .orElse(true);
    }

    private boolean maybeCustom(Resource resource) {
        return selection.mayFollow(resource)
                && selection.builtIn().stream()
                        .noneMatch(kind -> kind.resource().equals(resource));
    }

    private void openWhatMay(Instant now) {
        if (open.keySet().containsAll(kinds) && !silentDefinitions()) {
            return;
        }
        kinds.stream().filter(present::urgent).forEach(this::open);
        if (present.first().stream().anyMatch(this::maybeCustom)) {
            openDefinitions();
        }
        boolean here = kinds.stream()
                .filter(present::urgent)
                .allMatch(kind -> Optional.ofNullable(open.get(kind)).stream().allMatch(FollowedKind::settled));
        if (here || !now.isBefore(headStartUntil)) {
            kinds.forEach(this::open);
            openDefinitions();
        }
    }

    private boolean silentDefinitions() {
        return selection.builtIn().stream().anyMatch(kind -> tellsOfCustom(kind) && !open.containsKey(kind));
    }

    /// What is read though the hub does not want it.
    private Stream<FollowedKind> silent() {
        return open.size() == kinds.size()
                ? Stream.of()
                : open.values().stream().filter(of -> !kinds.contains(of.kind()));
    }

    private void openDefinitions() {
        selection.builtIn().stream().filter(this::tellsOfCustom).forEach(this::open);
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
                    "{} custom kinds are not followed, {} are the limit; the first is {}",
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
