package io.livekube.hub.search;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.apimachinery.table.StatusWord;
import io.livekube.core.model.Resource;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Reads how an object is doing: the word of the tables, and others that people look for.
final class StatusReader {
    static final String UNAVAILABLE = "Unavailable";
    private static final int LONGEST_WORD = 64;
    private static final int MOST_WORDS = 8;

    private final String kind;
    private final Function<JsonNode, String> word;

    StatusReader(Resource resource, String kind) {
        this.kind = kind;
        this.word = StatusWord.of(resource.toString());
    }

    Status read(JsonNode object) {
        String shown = cut(word.apply(object));
        Set<String> more = new TreeSet<>();
        switch (kind) {
            case "Pod" -> pod(object, more);
            case "Node" -> pressures(object, more);
            case "Deployment", "StatefulSet", "DaemonSet" -> workload(object, shown, more);
            case "Event" -> add(object.path("type"), more);
            default -> {}
        }
        more.remove(shown);
        String lines = more.stream().limit(MOST_WORDS).collect(Collectors.joining("\n"));
        return shown.isEmpty() && lines.isEmpty()
                ? Status.NONE
                : new Status(shown, lines, Troubles.of(kind, shown, more));
    }

    private static void pod(JsonNode pod, Set<String> more) {
        JsonNode status = pod.path("status");
        add(status.path("phase"), more);
        add(status.path("reason"), more);
        if (Troubles.condition(pod, "PodScheduled", "False")) {
            more.add("Unschedulable");
        }
        Stream.of("initContainerStatuses", "containerStatuses")
                .flatMap(list -> status.path(list).valueStream())
                .forEach(container -> {
                    add(container.path("state").path("waiting").path("reason"), more);
                    add(container.path("state").path("terminated").path("reason"), more);
                    add(container.path("lastState").path("terminated").path("reason"), more);
                });
        more.remove("Completed"); // that of an init container says nothing
    }

    private static void pressures(JsonNode node, Set<String> more) {
        node.path("status")
                .path("conditions")
                .valueStream()
                .filter(condition -> condition.path("type").asText().endsWith("Pressure")
                        && condition.path("status").asText().equals("True"))
                .forEach(condition -> add(condition.path("type"), more));
    }

    private static void workload(JsonNode object, String shown, Set<String> more) {
        int slash = shown.indexOf('/');
        if (slash > 0 && Long.parseLong(shown.substring(0, slash)) < Long.parseLong(shown.substring(slash + 1))) {
            more.add(UNAVAILABLE);
        }
        object.path("status")
                .path("conditions")
                .valueStream()
                .filter(condition -> condition.path("reason").asText().equals("ProgressDeadlineExceeded"))
                .forEach(condition -> add(condition.path("reason"), more));
    }

    private static void add(JsonNode text, Set<String> words) {
        String value = cut(text.asText());
        if (!value.isEmpty()) {
            words.add(value);
        }
    }

    private static String cut(String text) {
        String line = text.replace('\n', ' ');
        return line.length() <= LONGEST_WORD ? line : line.substring(0, LONGEST_WORD);
    }
}
