package io.livekube.agent.follow;

import io.livekube.agent.kinds.CustomKinds;
import io.livekube.agent.kinds.Definition;
import io.livekube.agent.kinds.KindSelection;
import io.livekube.agent.sync.Source;
import io.livekube.core.informer.InformerConfig;
import io.livekube.core.informer.InformerFactory;
import io.livekube.core.kube.ApiClient;
import io.livekube.core.model.Resource;
import io.livekube.core.store.Snapshot;
import io.livekube.protocol.Part;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Follows all kinds of a selection, and those that definitions add or take away meanwhile.
///
/// [#sources] and [#sending] are for one thread, the uplink's; on it kinds come and go, too.
public final class ClusterFollower implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterFollower.class);

    private final KindSelection selection;
    private final InformerFactory informers;
    private final InstantSource clock;
    private final Runnable wake;
    private final Map<Part.Kind, FollowedKind> builtIn = new LinkedHashMap<>();
    private final Map<Part.Kind, FollowedKind> custom = new LinkedHashMap<>();
    private final AtomicBoolean definitionsChanged = new AtomicBoolean();
    private int leftOut;
    private boolean allSynced;

    /// @param wake is called whenever something changed, on any thread; it returns at once
    public ClusterFollower(
            ApiClient client,
            KindSelection selection,
            InformerConfig config,
            InstantSource clock,
            RandomGenerator random,
            Runnable wake) {
        this.selection = selection;
        this.clock = clock;
        this.wake = wake;
        this.informers = new InformerFactory(
                client,
                config,
                selection::format,
                clock,
                random,
                (handler, key, failure) -> LOG.error("handler '{}' failed at {}", handler, key, failure));
        for (Part.Kind kind : selection.ordered()) {
            Runnable changed = KindSelection.definesOthers(kind) ? this::definitionsChanged : wake;
            builtIn.put(kind, new FollowedKind(kind, informers.informer(kind.resource()), changed));
        }
    }

    public void start() {
        informers.start();
    }

    /// All kinds as they are now.
    public List<Source> sources() {
        if (definitionsChanged.getAndSet(false)) {
            followDefinitions();
        }
        Instant now = clock.instant();
        var sources = new ArrayList<Source>(builtIn.size() + custom.size());
        builtIn.values().forEach(kind -> sources.add(kind.source(now)));
        custom.values().forEach(kind -> sources.add(kind.source(now)));
        sayWhenAllAreSynced();
        return sources;
    }

    /// A batch is about to be sent to a hub that holds these snapshots.
    public void sending(Function<Resource, Optional<Snapshot>> held) {
        builtIn.values().forEach(kind -> kind.sending(held.apply(kind.kind().resource())));
        custom.values().forEach(kind -> kind.sending(held.apply(kind.kind().resource())));
    }

    /// Versions of deletions that are remembered at the moment.
    int rememberedRemovals() {
        return builtIn.values().stream()
                .mapToInt(kind -> kind.removals().size())
                .sum();
    }

    private void definitionsChanged() {
        definitionsChanged.set(true);
        wake.run();
    }

    private void followDefinitions() {
        Set<Part.Kind> defined = builtIn.entrySet().stream()
                .filter(entry -> KindSelection.definesOthers(entry.getKey()))
                .flatMap(entry -> entry.getValue().objects().stream())
                .flatMap(definition -> Definition.kind(definition).stream())
                .collect(Collectors.toSet());
        CustomKinds.Choice choice = selection.custom().choose(defined, custom.keySet());
        for (Part.Kind gone : List.copyOf(custom.keySet())) {
            if (!choice.followed().contains(gone)) {
                Optional.ofNullable(custom.remove(gone)).ifPresent(FollowedKind::close);
                LOG.info("{}: no longer followed, its definition is gone or changed", gone.resource());
            }
        }
        for (Part.Kind kind : choice.followed()) {
            custom.computeIfAbsent(kind, _ -> {
                LOG.info(
                        "{}: followed, as its definition says ({})",
                        kind.resource(),
                        kind.resource().version());
                allSynced = false;
                return new FollowedKind(kind, informers.informer(kind.resource()), wake);
            });
        }
        warnOfLeftOut(choice.leftOut());
    }

    private void warnOfLeftOut(List<Part.Kind> kinds) {
        if (kinds.size() != leftOut && !kinds.isEmpty()) {
            LOG.warn(
                    "{} custom kinds are not followed, {} are the limit; the first is {}",
                    kinds.size(),
                    selection.custom().limit(),
                    kinds.getFirst().resource());
        }
        leftOut = kinds.size();
    }

    private void sayWhenAllAreSynced() {
        if (!allSynced
                && builtIn.values().stream().allMatch(FollowedKind::synced)
                && custom.values().stream().allMatch(FollowedKind::synced)) {
            allSynced = true;
            LOG.info("all {} kinds are synced", builtIn.size() + custom.size());
        }
    }

    @Override
    public void close() {
        informers.close();
    }
}
