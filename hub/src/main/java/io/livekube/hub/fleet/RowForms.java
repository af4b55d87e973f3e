package io.livekube.hub.fleet;

import io.livekube.apimachinery.table.LiveTable;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.discovery.Definition;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.hub.table.TableRows;
import io.livekube.protocol.WellKnownKinds;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Finds out how tables and their rows look, once for everybody who looks at the same; for any number of
/// threads.
public final class RowForms {
    private static final int MOST = 2_000;

    private final Map<TableKey, LiveTable> tables = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<FormKey, RowForm> forms = new LinkedHashMap<>(16, 0.75f, true);

    /// @param definition of a custom kind, as it was then
    private record TableKey(Resource resource, boolean wide, Optional<KubeObject> definition) {}

    private record FormKey(Cluster cluster, Resource resource, LiveTable table, boolean whole) {}

    /// The table of a kind as of now, for whatever clusters. Custom kinds look otherwise once a cluster has
    /// told their definition, or another one.
    public LiveTable table(Resource resource, boolean wide, Collection<Cluster> clusters) {
        Optional<KubeObject> definition = WellKnownKinds.number(resource) >= 0
                ? Optional.empty()
                : clusters.stream()
                        .flatMap(cluster -> definition(cluster, resource).stream())
                        .findFirst();
        return table(resource, wide, definition);
    }

    /// The same by a definition that was read elsewhere.
    synchronized LiveTable table(Resource resource, boolean wide, Optional<KubeObject> definition) {
        return known(tables, new TableKey(resource, wide, definition), () -> {
            Optional<Definition> read = definition.flatMap(object -> Definition.read(Json.parse(object.content())));
            return new LiveTable(TableRows.layout(resource, read), wide);
        });
    }

    /// The form of rows of a table.
    ///
    /// @param whole whether the object itself stands in its row
    public synchronized RowForm form(Cluster cluster, Resource resource, LiveTable table, boolean whole) {
        return known(
                forms,
                new FormKey(cluster, resource, table, whole),
                () -> new RowForm(cluster.id(), resource, table, whole));
    }

    private static <K, V> V known(Map<K, V> among, K key, Supplier<V> made) {
        V known = among.computeIfAbsent(key, _ -> made.get());
        if (among.size() > MOST) {
            among.remove(among.keySet().iterator().next());
        }
        return known;
    }

    private static Optional<KubeObject> definition(Cluster cluster, Resource resource) {
        return cluster.mirror()
                .kind(Definition.RESOURCE)
                .filter(KindMirror::synced)
                .flatMap(kind -> kind.store().snapshot().get("", resource.toString()));
    }
}
