package io.livekube.simulator.cluster.object;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/// Metadata of a generated object, except its version, which the store adds.
public record Metadata(
        String name,
        Optional<String> generateName,
        Optional<String> namespace,
        String uid,
        Instant created,
        Map<String, String> labels,
        Map<String, String> annotations,
        Optional<ControllerReference> owner) {

    public static Metadata of(String name, Dice dice, Instant created) {
        return new Metadata(
                name, Optional.empty(), Optional.empty(), dice.uid(), created, Map.of(), Map.of(), Optional.empty());
    }

    public static Metadata of(String namespace, String name, Dice dice, Instant created) {
        return of(name, dice, created).in(namespace);
    }

    public Metadata in(String inNamespace) {
        return new Metadata(name, generateName, Optional.of(inNamespace), uid, created, labels, annotations, owner);
    }

    public Metadata generatedFrom(String prefix) {
        return new Metadata(name, Optional.of(prefix), namespace, uid, created, labels, annotations, owner);
    }

    public Metadata labelled(Map<String, String> with) {
        return new Metadata(name, generateName, namespace, uid, created, with, annotations, owner);
    }

    public Metadata annotated(Map<String, String> with) {
        return new Metadata(name, generateName, namespace, uid, created, labels, with, owner);
    }

    public Metadata ownedBy(ObjectNode controller) {
        return ownedBy(ControllerReference.of(controller));
    }

    Metadata ownedBy(ControllerReference by) {
        return new Metadata(name, generateName, namespace, uid, created, labels, annotations, Optional.of(by));
    }

    /// Counts a change of an object's spec.
    public static void raiseGeneration(ObjectNode object) {
        ObjectNode metadata = JsonTree.child(object, "metadata");
        metadata.put("generation", metadata.path("generation").asInt(1) + 1);
    }

    /// The metadata without `managedFields`.
    ///
    /// @param counted whether the kind has a `generation`
    public ObjectNode tree(boolean counted) {
        return JsonTree.object(
                "name", name,
                "generateName", generateName,
                "namespace", namespace,
                "uid", uid,
                "generation", counted ? Optional.of(1) : Optional.empty(),
                "creationTimestamp", created,
                "labels", labels.isEmpty() ? Optional.empty() : labels,
                "annotations", annotations.isEmpty() ? Optional.empty() : annotations,
                "ownerReferences", owner.map(each -> JsonTree.array(each.reference())));
    }

    /// The fields of the metadata that its writer owns, for `managedFields`.
    public ObjectNode ownedFields() {
        ObjectNode fields = FieldsV1.of(JsonTree.object(
                "annotations", annotations.isEmpty() ? Optional.empty() : annotations,
                "generateName", generateName,
                "labels", labels.isEmpty() ? Optional.empty() : labels));
        owner.ifPresent(each -> {
            ObjectNode references = JsonTree.object(".", JsonTree.object());
            references.set("k:{\"uid\":\"" + each.uid() + "\"}", JsonTree.object());
            fields.set("f:ownerReferences", references);
        });
        return fields;
    }

    /// An object written once by one manager, with all of its fields in one `managedFields` entry.
    ///
    /// @param content of the object, without metadata; it is consumed
    public ObjectNode object(ObjectNode content, String manager, boolean counted) {
        String apiVersion = content.remove("apiVersion").textValue();
        return object(apiVersion, content.remove("kind").textValue(), manager, counted, content);
    }

    /// The same for content without `kind` and `apiVersion`.
    public ObjectNode object(String apiVersion, String kind, String manager, boolean counted, ObjectNode parts) {
        ObjectNode metadata = tree(counted);
        ObjectNode fields = JsonTree.object("f:metadata", ownedFields());
        ObjectNode written = JsonTree.object();
        ObjectNode status = JsonTree.object();
        parts.properties()
                .forEach(part ->
                        (part.getKey().equals("status") ? status : written).set(part.getKey(), part.getValue()));
        fields.setAll(FieldsV1.of(written));
        ArrayNode managed = JsonTree.array(FieldsV1.entry(manager, apiVersion, created, fields));
        if (!status.isEmpty()) {
            managed.add(FieldsV1.statusEntry(
                    "kube-controller-manager", apiVersion, created.plusSeconds(2), FieldsV1.of(status)));
        }
        metadata.set("managedFields", managed);
        ObjectNode object = JsonTree.object("kind", kind, "apiVersion", apiVersion, "metadata", metadata);
        object.setAll(parts);
        return object;
    }
}
