package io.livekube.simulator.table;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.simulator.table.Column.Row;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// What a pod's row says: phases, reasons and exits of its containers boiled down to one word and two numbers.
final class PodCells {
    private PodCells() {}

    static String ready(Row row) {
        long total = row.spec().path("containers").size()
                + row.spec()
                        .path("initContainers")
                        .valueStream()
                        .filter(PodCells::sidecar)
                        .count();
        long ready = row.status()
                .path("containerStatuses")
                .valueStream()
                .filter(c -> c.path("ready").asBoolean() && c.path("state").has("running"))
                .count();
        long readySidecars = row.status()
                .path("initContainerStatuses")
                .valueStream()
                .filter(c -> c.path("ready").asBoolean()
                        && sidecarNamed(row, c.path("name").asText()))
                .count();
        return (ready + readySidecars) + "/" + total;
    }

    static String status(Row row) {
        String reason = phase(row);
        Optional<String> initializing = initializing(row);
        if (initializing.isPresent() && !initialized(row)) {
            reason = initializing.get();
        } else {
            reason = running(row, reason);
        }
        if (row.metadata().has("deletionTimestamp")) {
            boolean lost = row.status().path("reason").asText().equals("NodeLost");
            boolean over = row.status().path("phase").asText().equals("Failed")
                    || row.status().path("phase").asText().equals("Succeeded");
            reason = lost ? "Unknown" : over ? reason : "Terminating";
        }
        return reason;
    }

    static String restarts(Row row) {
        boolean initializing = initializing(row).isPresent() && !initialized(row);
        long restarts = 0;
        Instant last = Instant.MIN;
        for (JsonNode container : row.status().path("initContainerStatuses")) {
            if (initializing || sidecarNamed(row, container.path("name").asText())) {
                restarts += container.path("restartCount").asLong();
                last = later(last, container);
            }
        }
        if (!initializing) {
            for (JsonNode container : row.status().path("containerStatuses")) {
                restarts += container.path("restartCount").asLong();
                last = later(last, container);
            }
        }
        return restarts == 0 || last.equals(Instant.MIN)
                ? Long.toString(restarts)
                : restarts + " (" + Ages.human(Duration.between(last, row.now())) + " ago)";
    }

    static String readinessGates(Row row) {
        JsonNode gates = row.spec().path("readinessGates");
        if (gates.isEmpty()) {
            return Cells.NONE;
        }
        long met = gates.valueStream()
                .filter(gate -> Cells.condition(row, gate.path("conditionType").asText())
                        .filter("True"::equals)
                        .isPresent())
                .count();
        return met + "/" + gates.size();
    }

    private static String phase(Row row) {
        String reason = row.status().path("reason").asText();
        boolean gated = row.status()
                .path("conditions")
                .valueStream()
                .anyMatch(c -> c.path("type").asText().equals("PodScheduled")
                        && c.path("reason").asText().equals("SchedulingGated"));
        return !reason.isEmpty()
                ? reason
                : gated ? "SchedulingGated" : row.status().path("phase").asText();
    }

    /// `Init:…` while an init container holds the pod back.
    private static Optional<String> initializing(Row row) {
        int total = row.spec().path("initContainers").size();
        int i = 0;
        for (JsonNode container : row.status().path("initContainerStatuses")) {
            JsonNode state = container.path("state");
            JsonNode terminated = state.path("terminated");
            boolean done = terminated.isObject() && terminated.path("exitCode").asInt() == 0;
            boolean startedSidecar = sidecarNamed(row, container.path("name").asText())
                    && container.path("started").asBoolean();
            if (!done && !startedSidecar) {
                if (terminated.isObject()) {
                    return Optional.of("Init:" + exit(terminated));
                }
                String waiting = state.path("waiting").path("reason").asText();
                boolean telling = !waiting.isEmpty() && !waiting.equals("PodInitializing");
                return Optional.of(telling ? "Init:" + waiting : "Init:" + i + "/" + total);
            }
            i++;
        }
        return Optional.empty();
    }

    private static boolean initialized(Row row) {
        return Cells.condition(row, "Initialized").filter("True"::equals).isPresent();
    }

    private static String running(Row row, String phase) {
        String reason = phase;
        boolean anyRunning = false;
        JsonNode containers = row.status().path("containerStatuses");
        for (int i = containers.size() - 1; i >= 0; i--) {
            JsonNode state = containers.get(i).path("state");
            String waiting = state.path("waiting").path("reason").asText();
            if (!waiting.isEmpty()) {
                reason = waiting;
            } else if (state.path("terminated").isObject()) {
                reason = exit(state.path("terminated"));
            } else if (containers.get(i).path("ready").asBoolean() && state.has("running")) {
                anyRunning = true;
            }
        }
        if (reason.equals("Completed") && anyRunning) {
            return Cells.condition(row, "Ready").filter("True"::equals).isPresent() ? "Running" : "NotReady";
        }
        return reason;
    }

    private static String exit(JsonNode terminated) {
        String reason = terminated.path("reason").asText();
        if (!reason.isEmpty()) {
            return reason;
        }
        int signal = terminated.path("signal").asInt();
        return signal != 0
                ? "Signal:" + signal
                : "ExitCode:" + terminated.path("exitCode").asInt();
    }

    private static Instant later(Instant last, JsonNode container) {
        String finished = container
                .path("lastState")
                .path("terminated")
                .path("finishedAt")
                .asText();
        if (finished.isEmpty()) {
            return last;
        }
        Instant at = Instant.parse(finished);
        return at.isAfter(last) ? at : last;
    }

    private static boolean sidecarNamed(Row row, String name) {
        return row.spec()
                .path("initContainers")
                .valueStream()
                .anyMatch(c -> c.path("name").asText().equals(name) && sidecar(c));
    }

    private static boolean sidecar(JsonNode initContainer) {
        return initContainer.path("restartPolicy").asText().equals("Always");
    }
}
