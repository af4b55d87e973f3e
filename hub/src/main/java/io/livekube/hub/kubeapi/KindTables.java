package io.livekube.hub.kubeapi;

import io.livekube.apimachinery.table.TableLayout;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.discovery.CustomKindDefinition;
import io.livekube.hub.read.ReadFailedException;
import io.livekube.hub.read.ReadTarget;
import io.livekube.hub.read.Reads;
import io.livekube.hub.table.TableRows;
import io.livekube.hub.transport.HttpExchange;
import io.livekube.hub.transport.HttpProblem;
import io.livekube.hub.transport.JsonDocuments;
import io.livekube.protocol.WellKnownKinds;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Provides the table layout of each kind.
final class KindTables {
    private static final Logger LOG = LoggerFactory.getLogger(KindTables.class);

    private final Reads reads;

    KindTables(Reads reads) {
        this.reads = reads;
    }

    /// Columns of a kind, and how much of each object every row includes.
    TableRows rows(HttpExchange exchange, Cluster cluster, Resource resource, ObjectRepresentation.Table form)
            throws InterruptedException {
        TableRows.Include include = switch (exchange.parameter("includeObject").orElse("Metadata")) {
            case "None" -> TableRows.Include.NONE;
            case "Metadata" -> TableRows.Include.METADATA;
            case "Object" -> TableRows.Include.OBJECT;
            default -> throw HttpProblem.of(400, "includeObject: must be 'Metadata', 'Object', 'None', or empty");
        };
        TableLayout layout = TableRows.layout(resource, definition(exchange, cluster, resource));
        return new TableRows(layout, form.version(), include);
    }

    private Optional<CustomKindDefinition> definition(HttpExchange exchange, Cluster cluster, Resource resource)
            throws InterruptedException {
        if (WellKnownKinds.number(resource) >= 0) {
            return Optional.empty();
        }
        try {
            ReadTarget target = new ReadTarget(CustomKindDefinition.RESOURCE, "", resource.toString());
            return reads.view(cluster, target, false, exchange.from())
                    .state()
                    .get("", resource.toString())
                    .map(KubeObject::content)
                    .map(JsonDocuments::parse)
                    .flatMap(CustomKindDefinition::read);
        } catch (ReadFailedException e) {
            LOG.debug("{}: the columns of {} are unknown: {}", cluster.id(), resource, e.sentence());
            return Optional.empty(); // name and age can still be shown
        }
    }
}
