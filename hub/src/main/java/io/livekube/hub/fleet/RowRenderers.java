package io.livekube.hub.fleet;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.livekube.apimachinery.table.LiveTable;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.discovery.CustomKindDefinition;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.hub.table.TableRows;
import io.livekube.hub.view.ObjectViews;
import io.livekube.protocol.WellKnownKinds;
import java.util.Collection;
import java.util.Optional;

/// Tables and row renderers, created once for all readers. Thread-safe.
public final class RowRenderers {
    private static final int MOST = 2_000;

    private final ObjectViews views;
    private final Cache<TableKey, LiveTable> tables =
            Caffeine.newBuilder().maximumSize(MOST).build();
    private final Cache<RendererKey, RowRenderer> renderers =
            Caffeine.newBuilder().maximumSize(MOST).build();

    /// @param definition CustomResourceDefinition of a custom kind, at that time
    private record TableKey(Resource resource, boolean wide, Optional<KubeObject> definition) {}

    private record RendererKey(Cluster cluster, Resource resource, LiveTable table, boolean whole) {}

    public RowRenderers(ObjectViews views) {
        this.views = views;
    }

    /// The current table layout of a kind, for any clusters. That of a custom kind changes with its definition.
    public LiveTable table(Resource resource, boolean wide, Collection<Cluster> clusters) {
        Optional<KubeObject> definition = WellKnownKinds.number(resource) >= 0
                ? Optional.empty()
                : clusters.stream()
                        .flatMap(cluster -> definition(cluster, resource).stream())
                        .findFirst();
        return table(resource, wide, definition);
    }

    private LiveTable table(Resource resource, boolean wide, Optional<KubeObject> definition) {
        return tables.get(new TableKey(resource, wide, definition), _ -> {
            Optional<CustomKindDefinition> read = definition.flatMap(CustomKindDefinition::read);
            return new LiveTable(TableRows.layout(resource, read), wide);
        });
    }

    /// The renderer for the rows of a table.
    ///
    /// @param whole whether a row includes the object itself
    public RowRenderer renderer(Cluster cluster, Resource resource, LiveTable table, boolean whole) {
        return renderers.get(
                new RendererKey(cluster, resource, table, whole),
                _ -> new RowRenderer(cluster.id(), views.of(resource), table, whole));
    }

    private static Optional<KubeObject> definition(Cluster cluster, Resource resource) {
        return cluster.mirror()
                .kind(CustomKindDefinition.RESOURCE)
                .filter(KindMirror::synced)
                .flatMap(kind -> kind.store().snapshot().get("", resource.toString()));
    }
}
