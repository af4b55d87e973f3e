package io.livekube.agent.tasks;

import java.util.LinkedHashSet;
import java.util.Set;

/// Latest task ids, so that a task that is delivered twice is done once. For one thread.
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
