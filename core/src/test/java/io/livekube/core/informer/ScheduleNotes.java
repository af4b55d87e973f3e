package io.livekube.core.informer;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Optional log of the steps of a schedule.
final class ScheduleNotes {
    private static final int LAST = 60;

    private final Optional<List<String>> lines;

    ScheduleNotes(boolean wanted) {
        lines = wanted ? Optional.of(new ArrayList<>()) : Optional.empty();
    }

    void add(String line) {
        lines.ifPresent(all -> all.add(line));
    }

    void add(Supplier<String> line) {
        lines.ifPresent(all -> all.add(line.get()));
    }

    /// The last things that happened.
    @Override
    public String toString() {
        List<String> all = lines.orElse(List.of());
        return String.join("\n  ", all.subList(Math.max(0, all.size() - LAST), all.size()));
    }
}
