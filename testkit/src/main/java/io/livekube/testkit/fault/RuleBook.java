package io.livekube.testkit.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Active rules in order: only the first one that claims a request applies to it.
final class RuleBook {

    private final List<Rule> rules = new ArrayList<>();

    synchronized void add(Rule rule, boolean ahead) {
        rules.add(ahead ? 0 : rules.size(), rule);
    }

    synchronized void remove(Rule rule) {
        rules.remove(rule);
    }

    synchronized void clear() {
        rules.clear();
    }

    synchronized Optional<Rule> claim(ProxiedRequest request) {
        return rules.stream().filter(rule -> rule.claim(request)).findFirst();
    }
}
