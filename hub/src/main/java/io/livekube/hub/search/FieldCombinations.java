package io.livekube.hub.search;

import java.util.Arrays;

/// Numbers the distinct combinations of namespace, labels and images.
///
/// The pods of a deployment differ in name and node, but in little else.
final class FieldCombinations {
    private int[] numbers = {};
    private int[] starts = {0};
    private int size;
    private final IntHashTable known = new IntHashTable();

    /// The number of a combination: a namespace, then labels, then images with all bits inverted.
    int number(int[] combination, int length) {
        int hash = hash(combination, 0, length);
        int found = known.find(hash, i -> Arrays.equals(numbers, starts[i], starts[i + 1], combination, 0, length));
        if (found >= 0) {
            return found;
        }
        int start = starts[size];
        numbers = GrowableArrays.fit(numbers, start + length);
        System.arraycopy(combination, 0, numbers, start, length);
        starts = GrowableArrays.fit(starts, size + 2);
        starts[size + 1] = start + length;
        known.add(size++, i -> hash(numbers, starts[i], starts[i + 1]));
        return size - 1;
    }

    private static int hash(int[] numbers, int from, int to) {
        int hash = 1;
        for (int i = from; i < to; i++) {
            hash = 31 * hash + numbers[i];
        }
        return hash;
    }

    int size() {
        return size;
    }

    int start(int profile) {
        return starts[profile];
    }

    int end(int profile) {
        return starts[profile + 1];
    }

    int at(int place) {
        return numbers[place];
    }

    long bytes() {
        return 4L * numbers.length + 4L * starts.length + known.bytes();
    }

    void trim() {
        numbers = Arrays.copyOf(numbers, starts[size]);
        starts = Arrays.copyOf(starts, size + 1);
    }
}
