package io.livekube.hub.search;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Numbers the distinct statuses of a kind's objects; all their words are in one arena.
final class StatusDictionary {
    private static final long BYTES_EACH = 200;

    private final List<ObjectStatus> statuses = new ArrayList<>();
    private final Map<ObjectStatus, Integer> numbers = new HashMap<>();
    private final TextArena words = new TextArena();

    /// The status that each word belongs to.
    private int[] statusOf = {};

    int number(ObjectStatus status) {
        return numbers.computeIfAbsent(status, this::add);
    }

    private int add(ObjectStatus status) {
        int number = statuses.size();
        statuses.add(status);
        status.words().forEach(word -> {
            byte[] folded = TextArena.fold(word);
            int entry = words.add(folded, 0, folded.length);
            statusOf = GrowableArrays.fit(statusOf, entry + 1);
            statusOf[entry] = number;
        });
        return number;
    }

    ObjectStatus get(int number) {
        return statuses.get(number);
    }

    int size() {
        return statuses.size();
    }

    /// The statuses with a word that matches a pattern.
    TextMatches matching(TextPattern pattern) {
        boolean[] found = new boolean[statuses.size()];
        for (int i = 0; i < words.size(); i++) {
            found[statusOf[i]] |= words.matches(pattern, i);
        }
        return new TextMatches(found.length, status -> found[status]);
    }

    long bytes() {
        return BYTES_EACH * statuses.size() + words.bytes() + 4L * statusOf.length;
    }
}
