package io.livekube.simulator.api;

import io.livekube.simulator.resource.Catalog;
import io.livekube.simulator.resource.ResourceType;
import io.livekube.simulator.selector.FieldSelector;
import io.livekube.simulator.selector.LabelSelector;
import io.livekube.simulator.selector.SelectorSyntaxException;
import io.livekube.simulator.store.ApiException;
import io.livekube.simulator.store.ObjectStore;
import io.livekube.simulator.store.StoredObject;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Which objects of a type a list, watch or deletion is about.
record Selection(String namespace, LabelSelector labels, FieldSelector fields) implements Predicate<StoredObject> {

    static Selection parse(Exchange exchange, ResourceType type, String namespace, ObjectStore store, Catalog catalog) {
        try {
            return new Selection(
                    namespace,
                    LabelSelector.parse(exchange.parameter("labelSelector").orElse("")),
                    FieldSelector.parse(
                            exchange.parameter("fieldSelector").orElse(""),
                            type,
                            store.selectable(type),
                            catalog.custom(type).isPresent()));
        } catch (SelectorSyntaxException e) {
            throw ApiException.badRequest(Optional.ofNullable(e.getMessage()).orElse("invalid selector"));
        }
    }

    /// Only one object, for the old way of watching it.
    Selection named(String name) {
        FieldSelector one = new FieldSelector(List.of(FieldSelector.Term.name(name)));
        return new Selection(namespace, labels, one);
    }

    boolean everything() {
        return labels.isEmpty() && fields.isEmpty();
    }

    @Override
    public boolean test(StoredObject object) {
        return (namespace.isEmpty() || namespace.equals(object.namespace()))
                && fields.test(object)
                && labels.test(object.labels());
    }
}
