package io.livekube.simulator.api;

import io.livekube.apimachinery.selector.FieldSelector;
import io.livekube.apimachinery.selector.InvalidSelectorException;
import io.livekube.apimachinery.selector.LabelSelector;
import io.livekube.simulator.resource.ResourceType;
import io.livekube.simulator.store.ApiException;
import io.livekube.simulator.store.ObjectStore;
import io.livekube.simulator.store.StoredField;
import io.livekube.simulator.store.StoredObject;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// Namespace and selectors of a list, watch or delete request.
record ObjectFilter(String namespace, LabelSelector labels, List<Condition> fields) implements Predicate<StoredObject> {
    /// The required or excluded value of one field.
    record Condition(StoredField field, boolean equal, String value) {
        boolean holds(StoredObject object) {
            return field.value(object).equals(value) == equal;
        }
    }

    ObjectFilter {
        fields = List.copyOf(fields);
    }

    static ObjectFilter parse(ApiExchange exchange, ResourceType type, String namespace, ObjectStore store) {
        try {
            return parse(
                    exchange.parameter("labelSelector").orElse(""),
                    exchange.parameter("fieldSelector").orElse(""),
                    type,
                    namespace,
                    store);
        } catch (InvalidSelectorException e) {
            throw ApiException.badRequest(e.reason());
        }
    }

    /// @throws InvalidSelectorException if a selector cannot be parsed, or names a field that is not
    /// selectable
    static ObjectFilter parse(String labels, String fields, ResourceType type, String namespace, ObjectStore store) {
        List<Condition> conditions = new ArrayList<>();
        for (FieldSelector.Term term : FieldSelector.parse(fields).terms()) {
            conditions.add(new Condition(store.field(type, term.field()), term.equal(), term.value()));
        }
        return new ObjectFilter(namespace, LabelSelector.parse(labels), conditions);
    }

    /// The same filter narrowed to one object, for the deprecated watch of a single object.
    ObjectFilter named(String name) {
        return new ObjectFilter(namespace, labels, List.of(new Condition(StoredField.NAME, true, name)));
    }

    boolean everything() {
        return labels.requirements().isEmpty() && fields.isEmpty();
    }

    @Override
    public boolean test(StoredObject object) {
        if (!namespace.isEmpty() && !namespace.equals(object.namespace())) {
            return false;
        }
        for (Condition condition : fields) {
            if (!condition.holds(object)) {
                return false;
            }
        }
        return labels.matches(object.labels());
    }
}
