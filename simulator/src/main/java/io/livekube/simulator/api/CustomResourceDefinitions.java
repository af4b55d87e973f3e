package io.livekube.simulator.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.apimachinery.selector.SelectableFields;
import io.livekube.apimachinery.table.PrinterColumn;
import io.livekube.simulator.resource.BuiltInTypes;
import io.livekube.simulator.resource.Catalog;
import io.livekube.simulator.resource.Catalog.CustomType;
import io.livekube.simulator.resource.ResourceType;
import io.livekube.simulator.store.ObjectStore;
import io.livekube.simulator.store.StoreChange;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Keeps the catalog in line with the CRDs in the store, and marks new CRDs as established.
///
/// A CRD that entered the store without satisfying [DefinitionRules] serves nothing.
public final class CustomResourceDefinitions {
    private final ObjectStore store;
    private final Catalog catalog;
    private final InstantSource clock;

    private CustomResourceDefinitions(ObjectStore store, Catalog catalog, InstantSource clock) {
        this.store = store;
        this.catalog = catalog;
        this.clock = clock;
    }

    /// Starts following the CRDs of a store.
    public static void follow(ObjectStore store, Catalog catalog, InstantSource clock) {
        var definitions = new CustomResourceDefinitions(store, catalog, clock);
        store.onChange(change -> {
            if (change.type().equals(BuiltInTypes.CUSTOM_RESOURCE_DEFINITION)) {
                definitions.changed(change);
            }
        });
    }

    private void changed(StoreChange change) {
        ObjectNode crd = change.object().toTree();
        JsonNode spec = crd.path("spec");
        List<CustomType> types = change.kind() == StoreChange.Kind.DELETED ? List.of() : served(spec);
        types.stream().findFirst().ifPresent(any -> store.selectable(any.type(), selectable(any.type(), spec)));
        catalog.define(
                spec.path("group").asText(), spec.path("names").path("plural").asText(), types);
        if (change.kind() == StoreChange.Kind.DELETED) {
            served(spec).forEach(t -> store.log(t.type()).wakeReaders());
        } else if (!established(crd) && crd.path("spec").path("names").isObject()) {
            establish(crd);
            store.update(BuiltInTypes.CUSTOM_RESOURCE_DEFINITION, crd);
        }
    }

    private static List<CustomType> served(JsonNode spec) {
        List<CustomType> types = new ArrayList<>();
        for (JsonNode version : spec.path("versions")) {
            if (version.path("served").asBoolean()) {
                types.add(new CustomType(type(spec, version), columns(version)));
            }
        }
        return types;
    }

    private static ResourceType type(JsonNode spec, JsonNode version) {
        JsonNode names = spec.path("names");
        String kind = names.path("kind").asText();
        return new ResourceType(
                spec.path("group").asText(),
                version.path("name").asText(),
                kind,
                names.path("plural").asText(),
                names.path("singular").asText(kind.toLowerCase(Locale.ROOT)),
                spec.path("scope").asText().equals("Namespaced"),
                version.path("subresources").has("status"),
                texts(names.path("shortNames")),
                texts(names.path("categories")));
    }

    private static List<PrinterColumn> columns(JsonNode version) {
        return version.path("additionalPrinterColumns")
                .valueStream()
                .map(column -> new PrinterColumn(
                        column.path("name").asText(),
                        column.path("type").asText(),
                        column.path("format").asText(),
                        column.path("description").asText(),
                        column.path("priority").asInt(),
                        column.path("jsonPath").asText()))
                .toList();
    }

    /// The selectable fields of all versions, because versions share their objects.
    private static SelectableFields selectable(ResourceType type, JsonNode spec) {
        List<String> paths = spec.path("versions")
                .valueStream()
                .filter(version -> version.path("served").asBoolean())
                .flatMap(version -> version.path("selectableFields").valueStream())
                .map(field -> field.path("jsonPath").asText())
                .toList();
        return SelectableFields.custom(type.namespaced(), paths);
    }

    private static boolean established(ObjectNode crd) {
        return crd.path("status")
                .path("conditions")
                .valueStream()
                .anyMatch(condition -> condition.path("type").asText().equals("Established"));
    }

    private void establish(ObjectNode crd) {
        ObjectNode status = crd.putObject("status");
        ArrayNode conditions = status.putArray("conditions");
        condition(conditions.addObject(), "NamesAccepted", "NoConflicts", "no conflicts found");
        condition(
                conditions.addObject(), "Established", "InitialNamesAccepted", "the initial names have been accepted");
        ObjectNode names = crd.path("spec").path("names").deepCopy();
        String kind = names.path("kind").asText();
        if (!names.has("singular")) {
            names.put("singular", kind.toLowerCase(Locale.ROOT));
        }
        if (!names.has("listKind")) {
            names.put("listKind", kind + "List");
        }
        status.set("acceptedNames", names);
        ArrayNode stored = status.putArray("storedVersions");
        for (JsonNode version : crd.path("spec").path("versions")) {
            if (version.path("storage").asBoolean()) {
                stored.add(version.path("name").asText());
            }
        }
    }

    private void condition(ObjectNode condition, String type, String reason, String message) {
        condition.put("type", type);
        condition.put("status", "True");
        condition.put(
                "lastTransitionTime",
                clock.instant().truncatedTo(ChronoUnit.SECONDS).toString());
        condition.put("reason", reason);
        condition.put("message", message);
    }

    private static List<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::asText).toList();
    }
}
