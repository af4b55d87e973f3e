package io.livekube.apimachinery.table;

import static io.livekube.apimachinery.table.Fields.NONE;
import static io.livekube.apimachinery.table.Fields.UNSET;
import static io.livekube.apimachinery.table.Fields.at;
import static io.livekube.apimachinery.table.Fields.condition;
import static io.livekube.apimachinery.table.Fields.containers;
import static io.livekube.apimachinery.table.Fields.filledOr;
import static io.livekube.apimachinery.table.Fields.has;
import static io.livekube.apimachinery.table.Fields.number;
import static io.livekube.apimachinery.table.Fields.selector;
import static io.livekube.apimachinery.table.Fields.text;
import static io.livekube.apimachinery.table.Fields.textOr;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.Duration;
import java.time.Instant;

/// Columns of jobs and cron jobs.
final class BatchColumns {
    static final TableLayout JOBS = new TableLayout(
            Column.named(),
            Column.text("Status", BatchColumns::status),
            Column.text("Completions", BatchColumns::completions),
            Column.timed("Duration", BatchColumns::duration)
                    .living(new Column.Live("string", "", BatchColumns::durationIfOver)),
            Column.age(),
            WorkloadColumns.names(),
            WorkloadColumns.images(),
            WorkloadColumns.selected());

    static final TableLayout CRON_JOBS = new TableLayout(
            Column.named(),
            Column.text("Schedule", job -> text(job, "spec", "schedule")),
            Column.text("Timezone", job -> textOr(NONE, at(job, "spec", "timeZone"))),
            Column.text("Suspend", BatchColumns::suspended).typed("boolean"),
            Column.number("Active", job -> at(job, "status", "active").size()),
            Column.timed("Last Schedule", BatchColumns::lastSchedule)
                    .living(Column.Live.age(job -> at(job, "status", "lastScheduleTime"))),
            Column.age(),
            Column.text("Containers", job -> containers(podSpec(job), "name")).wide(),
            Column.text("Images", job -> containers(podSpec(job), "image")).wide(),
            Column.text("Selector", job -> filledOr(NONE, selector(at(job, "spec", "jobTemplate", "spec", "selector"))))
                    .wide());

    private BatchColumns() {}

    private static String status(JsonNode job) {
        if (condition(job, "Complete")) {
            return "Complete";
        } else if (condition(job, "Failed")) {
            return "Failed";
        } else if (Fields.deleted(job)) {
            return "Terminating";
        } else if (condition(job, "Suspended")) {
            return "Suspended";
        } else if (condition(job, "FailureTarget")) {
            return "FailureTarget";
        }
        return condition(job, "SuccessCriteriaMet") ? "SuccessCriteriaMet" : "Running";
    }

    private static String completions(JsonNode job) {
        long succeeded = number(job, "status", "succeeded");
        JsonNode wanted = at(job, "spec", "completions");
        if (has(wanted)) {
            return "%d/%d".formatted(succeeded, wanted.asLong());
        }
        long parallelism = number(job, "spec", "parallelism");
        return parallelism > 1 ? "%d/1 of %d".formatted(succeeded, parallelism) : succeeded + "/1";
    }

    private static String duration(JsonNode job, Instant now) {
        return Ages.instant(at(job, "status", "startTime"))
                .map(start -> Ages.text(Duration.between(
                        start, Ages.instant(at(job, "status", "completionTime")).orElse(now))))
                .orElse("");
    }

    /// The duration of a finished job; null while it runs.
    private static JsonNode durationIfOver(JsonNode job) {
        return has(at(job, "status", "completionTime"))
                ? TextNode.valueOf(duration(job, Instant.MIN))
                : NullNode.instance;
    }

    private static String suspended(JsonNode job) {
        JsonNode suspend = at(job, "spec", "suspend");
        if (!has(suspend)) {
            return UNSET;
        }
        return suspend.asBoolean() ? "True" : "False";
    }

    private static String lastSchedule(JsonNode job, Instant now) {
        JsonNode last = at(job, "status", "lastScheduleTime");
        return has(last) ? Ages.since(last, now) : NONE;
    }

    private static JsonNode podSpec(JsonNode job) {
        return at(job, "spec", "jobTemplate", "spec", "template", "spec");
    }
}
