package io.livekube.testkit.fault;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Counts the pages of lists, because requests do not number them.
final class PageCounter {

    private final Map<String, Integer> pages = new HashMap<>();

    synchronized int next(ProxiedRequest list) {
        Map<String, List<String>> query = new HashMap<>(list.query());
        List.of("continue", "limit", "resourceVersion", "resourceVersionMatch").forEach(query::remove);
        String key = list.path() + query;
        boolean continues = list.query("continue").filter(c -> !c.isEmpty()).isPresent();
        int page = continues ? pages.getOrDefault(key, 1) + 1 : 1;
        pages.put(key, page);
        return page;
    }
}
