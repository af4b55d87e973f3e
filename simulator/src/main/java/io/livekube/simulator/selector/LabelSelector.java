package io.livekube.simulator.selector;

import io.livekube.simulator.store.Labels;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// Requirements on labels that must all hold.
public record LabelSelector(List<Requirement> requirements) implements Predicate<Labels> {
    public static final LabelSelector EVERYTHING = new LabelSelector(List.of());

    /// What one label must be.
    public sealed interface Requirement extends Predicate<Labels> {
        String key();

        record Exists(String key) implements Requirement {
            @Override
            public boolean test(Labels labels) {
                return labels.value(key).isPresent();
            }
        }

        record Absent(String key) implements Requirement {
            @Override
            public boolean test(Labels labels) {
                return labels.value(key).isEmpty();
            }
        }

        record In(String key, Set<String> values) implements Requirement {
            @Override
            public boolean test(Labels labels) {
                return labels.value(key).filter(values::contains).isPresent();
            }
        }

        /// Holds for objects without the label, too.
        record NotIn(String key, Set<String> values) implements Requirement {
            @Override
            public boolean test(Labels labels) {
                return labels.value(key).filter(values::contains).isEmpty();
            }
        }

        record GreaterThan(String key, long bound) implements Requirement {
            @Override
            public boolean test(Labels labels) {
                return number(labels, key).filter(n -> n > bound).isPresent();
            }
        }

        record LessThan(String key, long bound) implements Requirement {
            @Override
            public boolean test(Labels labels) {
                return number(labels, key).filter(n -> n < bound).isPresent();
            }
        }

        private static Optional<Long> number(Labels labels, String key) {
            return labels.value(key).filter(v -> v.matches("-?[0-9]{1,18}")).map(Long::parseLong);
        }
    }

    public LabelSelector {
        requirements = List.copyOf(requirements);
    }

    /// Parses the text of a `labelSelector` parameter.
    ///
    /// @throws SelectorSyntaxException if it is not a selector
    public static LabelSelector parse(String text) {
        return text.isBlank() ? EVERYTHING : new LabelSelectorParser(text).parse();
    }

    public boolean isEmpty() {
        return requirements.isEmpty();
    }

    @Override
    public boolean test(Labels labels) {
        for (Requirement requirement : requirements) {
            if (!requirement.test(labels)) {
                return false;
            }
        }
        return true;
    }
}
