package io.livekube.hub.kubeapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.core.model.KubeObject;
import io.livekube.hub.table.TableRows;
import io.livekube.hub.transport.HttpExchange;
import io.livekube.hub.transport.JsonDocuments;
import io.livekube.hub.transport.ResponseBody;
import java.time.Instant;
import java.util.Iterator;

/// Writes objects as a table.
final class TableResponse {
    private TableResponse() {}

    /// @param version version of the list, or of the single object
    static ObjectNode metadata(long version) {
        return JsonDocuments.object().put("resourceVersion", Long.toUnsignedString(version));
    }

    /// @param metadata metadata of the list
    /// @param now moment as of which ages are computed
    static void send(
            HttpExchange exchange, TableRows table, ObjectNode metadata, Iterator<KubeObject> objects, Instant now) {
        var body = new ResponseBody(exchange).append(table.head(metadata));
        boolean first = true;
        while (objects.hasNext()) {
            if (!first) {
                body.append(",");
            }
            first = false;
            body.append(table.row(objects.next(), now));
        }
        body.append(TableRows.END).end();
    }
}
