package io.livekube.core.model;

import java.util.List;
import java.util.Objects;

/// What is kept of a kind's objects, and how.
///
/// @param dropped paths of fields that are never stored; see [#DROPPED_BY_DEFAULT]
/// @param blanked paths of fields of which only the names are stored: each value becomes an empty string
/// @param extracted paths of single-valued fields that stay readable without unpacking, for indexes and
/// field selectors
/// @param dictionarySamples how many objects are gathered before a dictionary is trained, from about a megabyte of them
/// @param dictionaryBytes how large a dictionary may be
/// @param form what bodies are held as
public record FormatConfig(
        List<String> dropped,
        List<String> blanked,
        List<String> extracted,
        int dictionarySamples,
        int dictionaryBytes,
        Form form) {
    /// What a body is held as.
    public enum Form {
        /// As the server sent it, which for most kinds is protobuf: the cheapest for who reads a small
        /// part of what changes. JSON is written when somebody asks for it; at once where something is
        /// blanked, or where a list has extracted values in it.
        AS_SENT,
        /// As JSON, whatever the server sent: for who reads every change, and for digests that are compared
        /// with those of others.
        JSON
    }

    /// What nobody reads in a mirror and what makes up to half of an object.
    public static final List<String> DROPPED_BY_DEFAULT =
            List.of("metadata.managedFields", "metadata.annotations[kubectl.kubernetes.io/last-applied-configuration]");

    public FormatConfig {
        dropped = List.copyOf(dropped);
        blanked = List.copyOf(blanked);
        Objects.requireNonNull(form, "form");
        extracted = List.copyOf(extracted);
        if (dictionarySamples < 8) {
            throw new IllegalArgumentException("dictionarySamples must be at least 8, got " + dictionarySamples);
        }
        if (dictionaryBytes < 1024) {
            throw new IllegalArgumentException("dictionaryBytes must be at least 1024, got " + dictionaryBytes);
        }
    }

    /// With nothing blanked, and bodies as they are sent.
    public FormatConfig(List<String> dropped, List<String> extracted, int dictionarySamples, int dictionaryBytes) {
        this(dropped, List.of(), extracted, dictionarySamples, dictionaryBytes, Form.AS_SENT);
    }

    public FormatConfig withBlanked(List<String> paths) {
        return new FormatConfig(dropped, paths, extracted, dictionarySamples, dictionaryBytes, form);
    }

    public FormatConfig withForm(Form other) {
        return new FormatConfig(dropped, blanked, extracted, dictionarySamples, dictionaryBytes, other);
    }

    /// The defaults for a resource: CRDs lose their schemas, pods keep node and phase at hand, and so on.
    public static FormatConfig defaultsFor(Resource resource) {
        List<String> extracted = switch (resource.toString()) {
            case "pods" -> List.of("spec.nodeName", "status.phase");
            case "events" -> List.of("involvedObject.uid", "type", "reason");
            default -> List.of();
        };
        List<String> dropped = resource.plural().equals("customresourcedefinitions")
                ? List.of(DROPPED_BY_DEFAULT.get(0), DROPPED_BY_DEFAULT.get(1), "spec.versions.schema")
                : DROPPED_BY_DEFAULT;
        return new FormatConfig(dropped, extracted, 400, 16 * 1024);
    }
}
