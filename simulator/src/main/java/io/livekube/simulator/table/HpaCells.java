package io.livekube.simulator.table;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.simulator.table.Column.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What an autoscaler's row says of its metrics: `cpu: 40%/80%`.
final class HpaCells {
    private static final int SHOWN = 2;

    private HpaCells() {}

    static String targets(Row row) {
        List<String> targets = new ArrayList<>();
        int i = 0;
        for (JsonNode metric : row.spec().path("metrics")) {
            targets.add(target(metric, row.status().path("currentMetrics").path(i++)));
        }
        if (targets.isEmpty()) {
            return Cells.NONE;
        }
        String shown = String.join(", ", targets.subList(0, Math.min(SHOWN, targets.size())));
        return targets.size() > SHOWN ? shown + " + " + (targets.size() - SHOWN) + " more..." : shown;
    }

    private static String target(JsonNode metric, JsonNode current) {
        String type = metric.path("type").asText();
        String field = type.isEmpty() ? "" : type.substring(0, 1).toLowerCase(Locale.ROOT) + type.substring(1);
        JsonNode source = metric.path(field);
        JsonNode target = source.path("target");
        JsonNode now = current.path(field).path("current");
        String value = target.has("averageUtilization")
                ? percent(now.path("averageUtilization")) + "/" + percent(target.path("averageUtilization"))
                : target.has("averageValue")
                        ? Cells.or(now.path("averageValue"), Ages.UNKNOWN) + "/"
                                + target.path("averageValue").asText()
                                + (type.equals("Resource") ? "" : " (avg)")
                        : Cells.or(now.path("value"), Ages.UNKNOWN) + "/"
                                + target.path("value").asText();
        return type.equals("Resource") ? source.path("name").asText() + ": " + value : value;
    }

    private static String percent(JsonNode value) {
        return value.isMissingNode() ? Ages.UNKNOWN : value.asText() + "%";
    }
}
