package io.livekube.agent.tasks;

import java.util.LinkedHashSet;
import java.util.Set;

/// Remembers the latest ids of tasks, so that one that comes again is not done again. For one thread.
final class SeenTasks {
    private final int limit;
    private final Set<String> ids = new LinkedHashSet<>();

    SeenTasks(int limit) {
        this.limit = limit;
    }

    boolean contains(String id) {
        return ids.contains(id);
    }

    void add(String id) {
        if (ids.add(id) && ids.size() > limit) {
            ids.remove(ids.iterator().next());
        }
    }
}
