package io.livekube.simulator.table;

import static io.livekube.simulator.table.Column.age;
import static io.livekube.simulator.table.Column.count;
import static io.livekube.simulator.table.Column.integer;
import static io.livekube.simulator.table.Column.objectName;
import static io.livekube.simulator.table.Column.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.LongNode;
import io.livekube.simulator.table.Column.Row;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The columns of workloads and their autoscaler, one table for each.
final class WorkloadColumns {
    private static final Column CONTAINERS =
            text("Containers", row -> Cells.containers(Cells.template(row))).wide();
    private static final Column IMAGES =
            text("Images", row -> Cells.images(Cells.template(row))).wide();
    private static final Column SELECTOR =
            text("Selector", row -> Cells.selector(row.spec().path("selector"))).wide();

    private WorkloadColumns() {}

    static final List<Column> DEPLOYMENT = List.of(
            objectName(),
            text("Ready", WorkloadColumns::readyReplicas),
            count("Up-to-date", row -> row.status().path("updatedReplicas")),
            count("Available", row -> row.status().path("availableReplicas")),
            age(),
            CONTAINERS,
            IMAGES,
            SELECTOR);

    static final List<Column> REPLICA_SET = List.of(
            objectName(),
            integer("Desired", row -> row.spec().path("replicas")),
            integer("Current", row -> row.status().path("replicas")),
            integer("Ready", row -> row.status().path("readyReplicas")),
            age(),
            CONTAINERS,
            IMAGES,
            SELECTOR);

    static final List<Column> STATEFUL_SET =
            List.of(objectName(), text("Ready", WorkloadColumns::readyReplicas), age(), CONTAINERS, IMAGES);

    static final List<Column> DAEMON_SET = List.of(
            objectName(),
            integer("Desired", row -> row.status().path("desiredNumberScheduled")),
            integer("Current", row -> row.status().path("currentNumberScheduled")),
            integer("Ready", row -> row.status().path("numberReady")),
            integer("Up-to-date", row -> row.status().path("updatedNumberScheduled")),
            integer("Available", row -> row.status().path("numberAvailable")),
            text("Node Selector", row -> Cells.labels(Cells.template(row).path("nodeSelector"))),
            age(),
            CONTAINERS,
            IMAGES,
            SELECTOR);

    static final List<Column> JOB = List.of(
            objectName(),
            text("Status", WorkloadColumns::jobStatus),
            text("Completions", WorkloadColumns::completions),
            text("Duration", WorkloadColumns::jobDuration),
            age(),
            CONTAINERS,
            IMAGES,
            SELECTOR);

    static final List<Column> CRON_JOB = List.of(
            objectName(),
            text("Schedule", row -> row.spec().path("schedule").asText()),
            text("Timezone", row -> Cells.orNone(row.spec().path("timeZone"))),
            text("Suspend", row -> row.spec().path("suspend").asBoolean() ? "True" : "False")
                    .typed("boolean"),
            integer(
                    "Active",
                    row -> LongNode.valueOf(row.status().path("active").size())),
            text("Last Schedule", WorkloadColumns::lastSchedule),
            age(),
            text(
                            "Containers",
                            row -> Cells.containers(
                                    jobTemplate(row).path("template").path("spec")))
                    .wide(),
            text("Images", row -> Cells.images(jobTemplate(row).path("template").path("spec")))
                    .wide(),
            text("Selector", row -> Cells.selector(jobTemplate(row).path("selector")))
                    .wide());

    static final List<Column> HORIZONTAL_POD_AUTOSCALER = List.of(
            objectName(),
            text(
                    "Reference",
                    row -> row.spec().path("scaleTargetRef").path("kind").asText() + "/"
                            + row.spec().path("scaleTargetRef").path("name").asText()),
            text("Targets", HpaCells::targets),
            text("MinPods", row -> Cells.or(row.spec().path("minReplicas"), "1")),
            count("MaxPods", row -> row.spec().path("maxReplicas")),
            count("Replicas", row -> row.status().path("currentReplicas")),
            age());

    private static String readyReplicas(Row row) {
        return row.status().path("readyReplicas").asInt() + "/"
                + row.spec().path("replicas").asInt();
    }

    private static String jobStatus(Row row) {
        Map<String, String> finished = Map.of("Complete", "Complete", "Failed", "Failed", "Suspended", "Suspended");
        String done = finished.keySet().stream()
                .filter(type ->
                        Cells.condition(row, type).filter("True"::equals).isPresent())
                .sorted()
                .collect(Collectors.joining());
        if (!done.isEmpty()) {
            return done;
        }
        boolean failing =
                Cells.condition(row, "FailureTarget").filter("True"::equals).isPresent();
        boolean succeeding = Cells.condition(row, "SuccessCriteriaMet")
                .filter("True"::equals)
                .isPresent();
        if (row.metadata().has("deletionTimestamp")) {
            return "Terminating";
        }
        return failing ? "FailureTarget" : succeeding ? "SuccessCriteriaMet" : "Running";
    }

    private static String completions(Row row) {
        int succeeded = row.status().path("succeeded").asInt();
        JsonNode wanted = row.spec().path("completions");
        if (wanted.isNumber()) {
            return succeeded + "/" + wanted.asInt();
        }
        int parallelism = row.spec().path("parallelism").asInt(1);
        return parallelism > 1 ? succeeded + "/1 of " + parallelism : succeeded + "/1";
    }

    private static String jobDuration(Row row) {
        String start = row.status().path("startTime").asText();
        if (start.isEmpty()) {
            return "";
        }
        String end = row.status().path("completionTime").asText();
        return Ages.human(Duration.between(Instant.parse(start), end.isEmpty() ? row.now() : Instant.parse(end)));
    }

    private static String lastSchedule(Row row) {
        JsonNode last = row.status().path("lastScheduleTime");
        return last.asText().isEmpty() ? Cells.NONE : Ages.since(last, row.now());
    }

    private static JsonNode jobTemplate(Row row) {
        return row.spec().path("jobTemplate").path("spec");
    }
}
