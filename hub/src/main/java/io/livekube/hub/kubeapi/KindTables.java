package io.livekube.hub.kubeapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
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
import io.livekube.hub.transport.ResponseBody;
import io.livekube.protocol.WellKnownKinds;
import java.time.Instant;
import java.util.Iterator;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Provides the table layout of each kind, and writes objects as tables.
record KindTables(Reads reads) {
    private static final Logger LOG = LoggerFactory.getLogger(KindTables.class);

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

    /// @param version version of the list, or of the single object
    static ObjectNode metadata(long version) {
        return JsonDocuments.object().put("resourceVersion", Long.toUnsignedString(version));
    }

    /// @param metadata metadata of the list
    /// @param now reference time for ages
    static void send(
            HttpExchange exchange, TableRows table, ObjectNode metadata, Iterator<KubeObject> objects, Instant now) {
        var body = new ResponseBody(exchange).append(table.head(metadata));
        body.appendAll(objects, object -> body.append(table.row(object, now)))
                .append(TableRows.END)
                .end();
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
                    .flatMap(CustomKindDefinition::read);
        } catch (ReadFailedException e) {
            LOG.debug("{}: the columns of {} are unknown: {}", cluster.id(), resource, e.sentence());
            return Optional.empty(); // name and age can still be shown
        }
    }
}
