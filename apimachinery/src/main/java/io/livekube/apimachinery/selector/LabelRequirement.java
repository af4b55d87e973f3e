package io.livekube.apimachinery.selector;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// One condition of a [LabelSelector] on one label.
public sealed interface LabelRequirement {
    String key();

    boolean matches(LabelSet labels);

    /// The label has one of these values: `key=value`, `key in (a,b)`. Values are sorted and unique.
    record In(String key, List<String> values) implements LabelRequirement {
        public In {
            LabelSyntax.checkKey(key);
            values = LabelSyntax.checkedValues(key, values);
        }

        @Override
        public boolean matches(LabelSet labels) {
            Optional<String> value = labels.get(key);
            return value.isPresent() && values.contains(value.get());
        }

        @Override
        public String toString() {
            return text(key, "=", " in ", values);
        }
    }

    /// The label has none of these values, or is missing: `key!=value`, `key notin (a,b)`. Sorted and unique.
    record NotIn(String key, List<String> values) implements LabelRequirement {
        public NotIn {
            LabelSyntax.checkKey(key);
            values = LabelSyntax.checkedValues(key, values);
        }

        @Override
        public boolean matches(LabelSet labels) {
            Optional<String> value = labels.get(key);
            return value.isEmpty() || !values.contains(value.get());
        }

        @Override
        public String toString() {
            return text(key, "!=", " notin ", values);
        }
    }

    /// The label is there, with any value: `key`.
    record Exists(String key) implements LabelRequirement {
        public Exists {
            LabelSyntax.checkKey(key);
        }

        @Override
        public boolean matches(LabelSet labels) {
            return labels.get(key).isPresent();
        }

        @Override
        public String toString() {
            return key;
        }
    }

    /// The label is missing: `!key`.
    record Missing(String key) implements LabelRequirement {
        public Missing {
            LabelSyntax.checkKey(key);
        }

        @Override
        public boolean matches(LabelSet labels) {
            return labels.get(key).isEmpty();
        }

        @Override
        public String toString() {
            return "!" + key;
        }
    }

    /// The label is an integer above the bound: `key>5`.
    record Above(String key, long bound) implements LabelRequirement {
        public Above {
            LabelSyntax.checkKey(key);
            LabelSyntax.checkValue(key, Long.toString(bound));
        }

        @Override
        public boolean matches(LabelSet labels) {
            return labels.get(key)
                    .flatMap(LabelSyntax::integer)
                    .filter(v -> v > bound)
                    .isPresent();
        }

        @Override
        public String toString() {
            return key + ">" + bound;
        }
    }

    /// The label is an integer below the bound: `key<5`.
    record Below(String key, long bound) implements LabelRequirement {
        public Below {
            LabelSyntax.checkKey(key);
            LabelSyntax.checkValue(key, Long.toString(bound));
        }

        @Override
        public boolean matches(LabelSet labels) {
            return labels.get(key)
                    .flatMap(LabelSyntax::integer)
                    .filter(v -> v < bound)
                    .isPresent();
        }

        @Override
        public String toString() {
            return key + "<" + bound;
        }
    }

    private static String text(String key, String one, String several, Collection<String> values) {
        return values.size() == 1
                ? key + one + values.iterator().next()
                : key + several + "(" + String.join(",", values) + ")";
    }
}
