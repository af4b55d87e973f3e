package io.livekube.hub.select;

import io.livekube.apimachinery.selector.FieldSelector;
import io.livekube.apimachinery.selector.LabelSelector;
import io.livekube.apimachinery.selector.SelectableField;
import io.livekube.apimachinery.selector.SelectableFields;
import io.livekube.core.model.KubeObject;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// Label selector and field selector of one request. Selectors that select the same objects have equal texts.
public final class ObjectSelector implements Predicate<KubeObject> {
    /// Selects every object.
    public static final ObjectSelector EVERYTHING =
            new ObjectSelector(LabelSelector.EVERYTHING, new FieldSelector(List.of()), List.of());

    private record Condition(SelectableField field, boolean equal, String value) {
        boolean holds(FieldReader reader) {
            return reader.value(field).equals(value) == equal;
        }
    }

    private final LabelSelector labels;
    private final FieldSelector fields;
    private final List<Condition> conditions;

    private ObjectSelector(LabelSelector labels, FieldSelector fields, List<Condition> conditions) {
        this.labels = labels;
        this.fields = fields;
        this.conditions = conditions;
    }

    /// Parses a `labelSelector` and a `fieldSelector`; an empty one selects every object.
    ///
    /// @param known the fields by which the kind can be selected
    /// @throws InvalidSelectorException if one of them can't be parsed, or names a field that is not selectable
    public static ObjectSelector parse(String labels, String fields, SelectableFields known) {
        LabelSelector byLabels = LabelSelector.parse(labels);
        FieldSelector byFields = FieldSelector.parse(fields);
        List<Condition> conditions = new ArrayList<>();
        for (FieldSelector.Term term : byFields.terms()) {
            conditions.add(new Condition(known.find(term.field()), term.equal(), term.value()));
        }
        return new ObjectSelector(byLabels, byFields, List.copyOf(conditions));
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
