package io.livekube.agent.tasks;

import java.util.LinkedHashSet;
import java.util.Set;

/// Most recent task IDs, so that a task that is delivered twice runs only once. Not thread-safe.
final class RecentTaskIds {
    private final int limit;
    private final Set<String> ids = new LinkedHashSet<>();

    RecentTaskIds(int limit) {
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
