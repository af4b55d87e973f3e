package io.livekube.core.model;

import java.util.List;

/// Configuration of a kind's format: which fields are kept, and how.
///
/// @param dropped paths of fields that are never stored; see [#DROPPED_BY_DEFAULT]
/// @param blanked paths of maps that keep their keys only: each value becomes an empty string
/// @param extracted paths of single-valued fields that stay readable without unpacking, for indexes and
/// field selectors
/// @param dictionarySamples objects to gather before a dictionary is trained, from about a megabyte of them
/// @param dictionaryBytes upper bound of a dictionary
public record FormatConfig(
        List<String> dropped,
        List<String> blanked,
        List<String> extracted,
        int dictionarySamples,
        int dictionaryBytes) {
    /// Fields that are useless in a mirror, and make up to half of an object.
    public static final List<String> DROPPED_BY_DEFAULT =
            List.of("metadata.managedFields", "metadata.annotations[kubectl.kubernetes.io/last-applied-configuration]");

    public FormatConfig {
        dropped = List.copyOf(dropped);
        blanked = List.copyOf(blanked);
        extracted = List.copyOf(extracted);
        if (dictionarySamples < 8) {
            throw new IllegalArgumentException("dictionarySamples must be at least 8, got " + dictionarySamples);
        }
        if (dictionaryBytes < 1024) {
            throw new IllegalArgumentException("dictionaryBytes must be at least 1024, got " + dictionaryBytes);
        }
    }

    /// With nothing blanked.
    public FormatConfig(List<String> dropped, List<String> extracted, int dictionarySamples, int dictionaryBytes) {
        this(dropped, List.of(), extracted, dictionarySamples, dictionaryBytes);
    }

    public FormatConfig withBlanked(List<String> paths) {
        return new FormatConfig(dropped, paths, extracted, dictionarySamples, dictionaryBytes);
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
