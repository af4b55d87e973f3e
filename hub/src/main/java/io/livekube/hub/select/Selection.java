package io.livekube.hub.select;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.LabelSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// What both selectors of a request let through. Its text is the same for requests that select the same.
public final class Selection implements Predicate<KubeObject> {
    /// Lets everything through.
    public static final Selection EVERYTHING =
            new Selection(LabelSelector.EVERYTHING, new FieldSelector(List.of()), List.of());

    private record Condition(Field field, boolean equal, String value) {
        boolean holds(FieldReader reader) {
            return reader.value(field).equals(value) == equal;
        }
    }

    private final LabelSelector labels;
    private final FieldSelector fields;
    private final List<Condition> conditions;

    private Selection(LabelSelector labels, FieldSelector fields, List<Condition> conditions) {
        this.labels = labels;
        this.fields = fields;
        this.conditions = conditions;
    }

    /// Reads a `labelSelector` and a `fieldSelector`; an empty one lets everything through.
    ///
    /// @param known what the kind can be selected by
    /// @throws BadSelectorException if one of them can't be used
    public static Selection parse(String labels, String fields, SelectableFields known) throws BadSelectorException {
        LabelSelector byLabels;
        try {
            byLabels = LabelSelector.parse(labels);
        } catch (IllegalArgumentException e) {
            throw new BadSelectorException("The label selector can't be read: " + e.getMessage());
        }
        FieldSelector byFields = FieldSelector.parse(fields);
        List<Condition> conditions = new ArrayList<>();
        for (FieldSelector.Term term : byFields.terms()) {
            conditions.add(new Condition(known.find(term.field()), term.equal(), term.value()));
        }
        return new Selection(byLabels, byFields, List.copyOf(conditions));
    }

    public boolean everything() {
        return labels.requirements().isEmpty() && conditions.isEmpty();
    }

    @Override
    public boolean test(KubeObject object) {
        if (!labels.requirements().isEmpty() && !labels.matches(object.labels())) {
            return false;
        }
        if (conditions.isEmpty()) {
            return true;
        }
        var reader = new FieldReader(object);
        boolean toUnpack = false;
        for (Condition condition : conditions) {
            if (!FieldReader.atHand(object, condition.field())) {
                toUnpack = true;
            } else if (!condition.holds(reader)) {
                return false;
            }
        }
        return !toUnpack || conditions.stream().allMatch(condition -> condition.holds(reader));
    }

    @Override
    public String toString() {
        return labels + " " + fields;
    }
}
