package io.livekube.simulator.table;

import io.livekube.simulator.resource.BuiltInTypes;
import io.livekube.simulator.resource.Catalog;
import io.livekube.simulator.resource.Catalog.CustomType;
import io.livekube.simulator.resource.ResourceType;
import java.util.List;
import java.util.Map;

/// The columns of every type that is served.
public final class TableColumns {
    private static final Map<ResourceType, List<Column>> BUILT_IN = Map.ofEntries(
            Map.entry(BuiltInTypes.NAMESPACE, CoreColumns.NAMESPACE),
            Map.entry(BuiltInTypes.NODE, CoreColumns.NODE),
            Map.entry(BuiltInTypes.POD, CoreColumns.POD),
            Map.entry(BuiltInTypes.SERVICE, CoreColumns.SERVICE),
            Map.entry(BuiltInTypes.SERVICE_ACCOUNT, CoreColumns.SERVICE_ACCOUNT),
            Map.entry(BuiltInTypes.CONFIG_MAP, CoreColumns.CONFIG_MAP),
            Map.entry(BuiltInTypes.SECRET, CoreColumns.SECRET),
            Map.entry(BuiltInTypes.EVENT, CoreColumns.EVENT),
            Map.entry(BuiltInTypes.DEPLOYMENT, WorkloadColumns.DEPLOYMENT),
            Map.entry(BuiltInTypes.REPLICA_SET, WorkloadColumns.REPLICA_SET),
            Map.entry(BuiltInTypes.STATEFUL_SET, WorkloadColumns.STATEFUL_SET),
            Map.entry(BuiltInTypes.DAEMON_SET, WorkloadColumns.DAEMON_SET),
            Map.entry(BuiltInTypes.JOB, WorkloadColumns.JOB),
            Map.entry(BuiltInTypes.CRON_JOB, WorkloadColumns.CRON_JOB),
            Map.entry(BuiltInTypes.HORIZONTAL_POD_AUTOSCALER, WorkloadColumns.HORIZONTAL_POD_AUTOSCALER),
            Map.entry(BuiltInTypes.PERSISTENT_VOLUME, StorageAndNetworkColumns.PERSISTENT_VOLUME),
            Map.entry(BuiltInTypes.PERSISTENT_VOLUME_CLAIM, StorageAndNetworkColumns.PERSISTENT_VOLUME_CLAIM),
            Map.entry(BuiltInTypes.STORAGE_CLASS, StorageAndNetworkColumns.STORAGE_CLASS),
            Map.entry(BuiltInTypes.INGRESS, StorageAndNetworkColumns.INGRESS),
            Map.entry(BuiltInTypes.ENDPOINT_SLICE, StorageAndNetworkColumns.ENDPOINT_SLICE),
            Map.entry(BuiltInTypes.CUSTOM_RESOURCE_DEFINITION, StorageAndNetworkColumns.CUSTOM_RESOURCE_DEFINITION));

    private static final List<Column> FALLBACK = StorageAndNetworkColumns.CUSTOM_RESOURCE_DEFINITION;

    private TableColumns() {}

    public static List<Column> of(ResourceType type, Catalog catalog) {
        return catalog.custom(type)
                .map(CustomType::columns)
                .map(CustomColumns::of)
                .orElseGet(() -> BUILT_IN.getOrDefault(type, FALLBACK));
    }
}
