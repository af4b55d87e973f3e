package io.livekube.core.model;

import java.util.Comparator;
import java.util.List;
import java.util.Map;

/// Conditions on labels that must all hold, as in `kubectl get -l`. Equal if they have the same conditions.
///
/// @param requirements sorted by key, then text, each once
public record LabelSelector(List<LabelRequirement> requirements) {
    /// Matches everything.
    public static final LabelSelector EVERYTHING = new LabelSelector(List.of());

    public LabelSelector {
        requirements = requirements.stream()
                .distinct()
                .sorted(Comparator.comparing(LabelRequirement::key).thenComparing(LabelRequirement::toString))
                .toList();
    }

    /// Reads Kubernetes' syntax: `app=web,tier in (front,back),!canary`; an empty text matches everything.
    ///
    /// @throws IllegalArgumentException that says what is wrong, and where
    public static LabelSelector parse(String text) {
        return new LabelSelectorParser(text).parse();
    }

    /// All of these labels with just these values.
    public static LabelSelector of(Map<String, String> labels) {
        return new LabelSelector(labels.entrySet().stream()
                .<LabelRequirement>map(label -> new LabelRequirement.In(label.getKey(), List.of(label.getValue())))
                .toList());
    }

    public boolean matches(Labels labels) {
        for (LabelRequirement requirement : requirements) {
            if (!requirement.matches(labels)) {
                return false;
            }
        }
        return true;
    }

    /// The canonical text, which [#parse] reads back to an equal selector.
    @Override
    public String toString() {
        return String.join(
                ",", requirements.stream().map(LabelRequirement::toString).toList());
    }
}
