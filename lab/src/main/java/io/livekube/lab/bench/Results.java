package io.livekube.lab.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Results of a run: series, ratios, single figures, and the reasons why it is invalid.
public final class Results {
    private static final Pattern KEY = Pattern.compile("[a-z0-9]+(_[a-z0-9]+)*");

    private final Map<String, Map<String, List<Double>>> measured = new LinkedHashMap<>();
    private final Map<String, Double> figures = new TreeMap<>();
    private final List<String> faults = new ArrayList<>();

    /// Adds one round's or window's value of a metric (its name ends with its unit) for a contestant.
    public void record(String metric, String contestant, double value) {
        measured.computeIfAbsent(checked(metric), m -> new LinkedHashMap<>())
                .computeIfAbsent(checked(contestant), c -> new ArrayList<>())
                .add(value);
    }

    /// Sets a figure that is not measured in rounds.
    public void figure(String key, double value) {
        figures.put(checked(key), value);
    }

    /// Sets a figure to the ratio of two contestants' medians.
    public void ratio(String key, String metric, String ours, String theirs) {
        figure(key, median(metric, ours) / median(metric, theirs));
    }

    public double median(String metric, String contestant) {
        return series(metric, contestant)
                .orElseThrow(() -> new IllegalArgumentException("nothing measured: " + metric + " of " + contestant))
                .median();
    }

    /// Marks the run as invalid, with the reason.
    public void invalid(String reason) {
        faults.add(reason);
    }

    public List<String> faults() {
        return List.copyOf(faults);
    }

    public Optional<Series> series(String metric, String contestant) {
        return Optional.ofNullable(measured.getOrDefault(metric, Map.of()).get(contestant))
                .map(values -> new Series(metric, contestant, values));
    }

    public List<Series> series(String metric) {
        return measured.getOrDefault(metric, Map.of()).keySet().stream()
                .flatMap(contestant -> series(metric, contestant).stream())
                .toList();
    }

    public List<Series> series() {
        return measured.keySet().stream().flatMap(m -> series(m).stream()).toList();
    }

    public Map<String, Double> figures() {
        return Collections.unmodifiableMap(figures);
    }

    /// Flat keys and numbers: `valid`, each figure, and median, min and max of each series.
    public Map<String, Double> flat() {
        Map<String, Double> flat = new LinkedHashMap<>();
        flat.put("valid", faults.isEmpty() ? 1.0 : 0.0);
        flat.putAll(figures);
        series().forEach(s -> {
            String key = s.metric() + "_" + s.contestant();
            flat.put(key + "_median", s.median());
            flat.put(key + "_min", s.min());
            flat.put(key + "_max", s.max());
        });
        return flat;
    }

    /// The run in one line: `name: key=value …`, with every figure and the medians of these metrics.
    public String line(String benchmark, Set<String> metrics) {
        Map<String, Double> headlines = new LinkedHashMap<>();
        headlines.put("valid", faults.isEmpty() ? 1.0 : 0.0);
        headlines.putAll(figures);
        series().stream()
                .filter(s -> metrics.contains(s.metric()))
                .forEach(s -> headlines.put(s.metric() + "_" + s.contestant() + "_median", s.median()));
        return headlines.entrySet().stream()
                .map(e -> " " + e.getKey() + "=" + FigureFormat.plain(e.getValue()))
                .collect(Collectors.joining("", benchmark + ":", ""));
    }

    private static String checked(String key) {
        if (!KEY.matcher(key).matches()) {
            throw new IllegalArgumentException("a result's key is lower_case_with_digits, not " + key);
        }
        return key;
    }
}
