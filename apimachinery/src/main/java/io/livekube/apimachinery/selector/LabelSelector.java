package io.livekube.apimachinery.selector;

import java.util.Comparator;
import java.util.List;

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

    /// Parses a `labelSelector`: `app=web,tier in (front,back),!canary`. An empty text matches everything.
    ///
    /// @throws InvalidSelectorException if the text is not a label selector
    public static LabelSelector parse(String text) {
        return new LabelSelectorParser(text).parse();
    }

    public boolean matches(LabelSet labels) {
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
