package io.livekube.lab.bench;

import java.util.Arrays;
import java.util.List;

/// One figure of one contestant, with a value per round.
public record Series(String metric, String contestant, List<Double> values) {
    public Series {
        values = List.copyOf(values);
        if (values.isEmpty() || !values.stream().allMatch(Double::isFinite)) {
            throw new IllegalArgumentException(metric + " of " + contestant + " needs finite values: " + values);
        }
    }

    public double median() {
        double[] sorted = sorted();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    public double min() {
        return sorted()[0];
    }

    public double max() {
        return sorted()[values.size() - 1];
    }

    private double[] sorted() {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        return sorted;
    }
}
