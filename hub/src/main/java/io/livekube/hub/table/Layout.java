package io.livekube.hub.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.livekube.core.model.Resource;
import io.livekube.hub.discovery.Definition;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// How a kind's objects are shown.
///
/// @param columns one has the format `name`: it is the object's name
/// @param completed why an object is over and done with; empty if it is not
public record Layout(List<Column> columns, Function<JsonNode, Optional<Completed>> completed) {
    /// That an object has run its course.
    record Completed(String reason, String message) {}

    public Layout {
        columns = List.copyOf(columns);
    }

    Layout(Column... columns) {
        this(List.of(columns), _ -> Optional.empty());
    }

    /// The cells of an object that can't be read: its name where that is shown, and that nothing else is known.
    static ArrayNode unreadable(List<Column> columns, String name) {
        ArrayNode cells = JsonNodeFactory.instance.arrayNode();
        boolean named = false;
        for (Column column : columns) {
            boolean isName = !named && column.format().equals("name");
            cells.add(isName ? name : Fields.UNKNOWN);
            named |= isName;
        }
        return cells;
    }

    /// The layout of a kind.
    ///
    /// @param definition of a custom kind, if it is known
    public static Layout of(Resource resource, Optional<Definition> definition) {
        return switch (resource.toString()) {
            case "pods" -> new Layout(PodColumns.ALL, PodColumns::completed);
            case "services" -> NetworkColumns.SERVICES;
            case "deployments.apps" -> WorkloadColumns.DEPLOYMENTS;
            case "replicasets.apps" -> WorkloadColumns.REPLICA_SETS;
            case "statefulsets.apps" -> WorkloadColumns.STATEFUL_SETS;
            case "daemonsets.apps" -> WorkloadColumns.DAEMON_SETS;
            case "jobs.batch" -> BatchColumns.JOBS;
            case "cronjobs.batch" -> BatchColumns.CRON_JOBS;
            case "ingresses.networking.k8s.io" -> NetworkColumns.INGRESSES;
            case "ingressclasses.networking.k8s.io" -> NetworkColumns.INGRESS_CLASSES;
            case "networkpolicies.networking.k8s.io" -> NetworkColumns.POLICIES;
            case "endpointslices.discovery.k8s.io" -> NetworkColumns.ENDPOINT_SLICES;
            case "configmaps" -> PlainColumns.CONFIG_MAPS;
            case "secrets" -> PlainColumns.SECRETS;
            case "namespaces" -> PlainColumns.NAMESPACES;
            case "serviceaccounts" -> PlainColumns.NAME_AND_AGE;
            case "leases.coordination.k8s.io" -> PlainColumns.LEASES;
            case "customresourcedefinitions.apiextensions.k8s.io", "limitranges" -> PlainColumns.CREATED_AT;
            case "resourcequotas" -> PlainColumns.QUOTAS;
            case "poddisruptionbudgets.policy" -> PlainColumns.DISRUPTION_BUDGETS;
            case "nodes" -> NodeColumns.NODES;
            case "persistentvolumes" -> StorageColumns.VOLUMES;
            case "persistentvolumeclaims" -> StorageColumns.CLAIMS;
            case "storageclasses.storage.k8s.io" -> StorageColumns.CLASSES;
            case "horizontalpodautoscalers.autoscaling" -> AutoscalerColumns.AUTOSCALERS;
            case "events" -> EventColumns.EVENTS;
            default ->
                CustomColumns.of(definition
                        .map(known -> known.columns(resource.version()))
                        .orElse(List.of()));
        };
    }
}
