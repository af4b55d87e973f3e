package io.livekube.cli.hubclient;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Snapshot of a hub's Prometheus metrics.
public final class MetricsSnapshot {
    private static final Pattern LINE = Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)})? (\\S+)");
    private static final Pattern LABEL = Pattern.compile("([a-zA-Z_]\\w*)=\"((?:[^\"\\\\]|\\\\.)*)\"");

    private record Sample(String name, Map<String, String> labels, double value) {}

    private final List<Sample> samples = new ArrayList<>();

    public static MetricsSnapshot parse(String text) {
        var metrics = new MetricsSnapshot();
        for (String line : text.lines().toList()) {
            Matcher parts = LINE.matcher(line);
            if (!line.startsWith("#") && parts.matches()) {
                String labels = parts.group(2);
                metrics.samples.add(new Sample(
                        parts.group(1),
                        labels == null ? Map.of() : labels(labels),
                        Double.parseDouble(parts.group(3))));
            }
        }
        return metrics;
    }

    private static Map<String, String> labels(String text) {
        var labels = new HashMap<String, String>();
        Matcher label = LABEL.matcher(text);
        while (label.find()) {
            labels.put(label.group(1), label.group(2));
        }
        return labels;
    }

    /// Sum of all samples with these labels.
    public double sum(String name, Map<String, String> labels) {
        return samples.stream()
                .filter(sample ->
                        sample.name().equals(name) && sample.labels().entrySet().containsAll(labels.entrySet()))
                .mapToDouble(Sample::value)
                .sum();
    }
}
