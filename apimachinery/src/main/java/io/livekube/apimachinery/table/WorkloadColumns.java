package io.livekube.apimachinery.table;

import static io.livekube.apimachinery.table.Fields.NONE;
import static io.livekube.apimachinery.table.Fields.at;
import static io.livekube.apimachinery.table.Fields.containers;
import static io.livekube.apimachinery.table.Fields.filledOr;
import static io.livekube.apimachinery.table.Fields.number;
import static io.livekube.apimachinery.table.Fields.selector;

import com.fasterxml.jackson.databind.JsonNode;

/// Columns of deployments, replica sets, stateful sets and daemon sets.
final class WorkloadColumns {
    static final TableLayout DEPLOYMENTS = new TableLayout(
            Column.named(),
            Column.text("Ready", WorkloadColumns::readyOfDesired),
            status("Up-to-date", "updatedReplicas").typed("string"),
            status("Available", "availableReplicas").typed("string"),
            Column.age(),
            names(),
            images(),
            Column.text("Selector", object -> selector(at(object, "spec", "selector")))
                    .wide());

    static final TableLayout REPLICA_SETS = new TableLayout(
            Column.named(),
            Column.number("Desired", object -> number(object, "spec", "replicas")),
            status("Current", "replicas"),
            status("Ready", "readyReplicas"),
            Column.age(),
            names(),
            images(),
            selected());

    static final TableLayout STATEFUL_SETS = new TableLayout(
            Column.named(), Column.text("Ready", WorkloadColumns::readyOfDesired), Column.age(), names(), images());

    static final TableLayout DAEMON_SETS = new TableLayout(
            Column.named(),
            status("Desired", "desiredNumberScheduled"),
            status("Current", "currentNumberScheduled"),
            status("Ready", "numberReady"),
            status("Up-to-date", "updatedNumberScheduled"),
            status("Available", "numberAvailable"),
            Column.text(
                    "Node Selector", object -> Fields.labels(at(object, "spec", "template", "spec", "nodeSelector"))),
            Column.age(),
            names(),
            images(),
            selected());

    private WorkloadColumns() {}

    private static Column status(String name, String field) {
        return Column.number(name, object -> number(object, "status", field));
    }

    private static String readyOfDesired(JsonNode object) {
        return number(object, "status", "readyReplicas") + "/" + number(object, "spec", "replicas");
    }

    /// The names of the containers in the pod template.
    static Column names() {
        return Column.text("Containers", object -> containers(at(object, "spec", "template", "spec"), "name"))
                .wide();
    }

    static Column images() {
        return Column.text("Images", object -> containers(at(object, "spec", "template", "spec"), "image"))
                .wide();
    }

    static Column selected() {
        return Column.text("Selector", object -> filledOr(NONE, selector(at(object, "spec", "selector"))))
                .wide();
    }
}
