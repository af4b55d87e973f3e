package io.livekube.apimachinery.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Table layout of one kind: the columns that `kubectl get` prints.
///
/// @param columns the one with the format `name` holds the object's name
/// @param completed why an object has finished; empty while it has not
public record TableLayout(List<Column> columns, Function<JsonNode, Optional<Completed>> completed) {
    /// Reason and message of the row condition of a finished object.
    public record Completed(String reason, String message) {}

    public TableLayout {
        columns = List.copyOf(columns);
    }

    TableLayout(Column... columns) {
        this(List.of(columns), _ -> Optional.empty());
    }

    /// Finds the layout of a kind.
    ///
    /// @param resource the plural and, behind a dot, the group if it has one: `deployments.apps`
    /// @param custom the `additionalPrinterColumns` of its CustomResourceDefinition, if it has any
    public static TableLayout of(String resource, List<PrinterColumn> custom) {
        return switch (resource) {
            case "pods" -> new TableLayout(PodColumns.ALL, PodColumns::completed);
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
            default -> CustomColumns.of(custom);
        };
    }

    /// The table's `columnDefinitions`.
    public ArrayNode definitions() {
        ArrayNode definitions = JsonNodeFactory.instance.arrayNode();
        for (Column column : columns) {
            definitions
                    .addObject()
                    .put("name", column.name())
                    .put("type", column.type())
                    .put("format", column.format())
                    .put("description", column.description())
                    .put("priority", column.priority());
        }
        return definitions;
    }

    /// The cells of an object's row.
    public ArrayNode cells(JsonNode object, Instant now) {
        ArrayNode cells = JsonNodeFactory.instance.arrayNode();
        columns.forEach(column -> cells.add(column.cell().of(object, now)));
        return cells;
    }

    /// The cells of an object that cannot be parsed: its name, and `<unknown>` in all other columns.
    public ArrayNode unreadable(String name) {
        return unreadable(columns, name);
    }

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
}
