package io.livekube.hub.kubeapi;

import io.livekube.hub.transport.HttpProblem;
import java.util.Optional;

/// The form in which a client wants objects.
sealed interface ObjectRepresentation {
    /// Objects as they are.
    record Json() implements ObjectRepresentation {}

    /// Their metadata alone, as `PartialObjectMetadata` or a list of them.
    ///
    /// @param version of the group `meta.k8s.io`
    record Metadata(String version) implements ObjectRepresentation {
        String apiVersion() {
            return "meta.k8s.io/" + version;
        }
    }

    /// Rows with the columns of the kind.
    ///
    /// @param version of the group `meta.k8s.io`
    record Table(String version) implements ObjectRepresentation {}

    /// What is encoded: some forms are for some only.
    enum Subject {
        OBJECT,
        LIST,
        WATCH
    }

    /// What an `as=` in a media type means for a subject; empty if nobody knows it.
    ///
    /// @throws HttpProblem if it is meant for another subject
    static Optional<ObjectRepresentation> of(String as, String group, String version, Subject subject) {
        boolean meta = group.equals("meta.k8s.io") && (version.equals("v1") || version.equals("v1beta1"));
        if (!meta) {
            return Optional.empty();
        }
        return switch (as) {
            case "Table" -> Optional.of(new Table(version));
            case "PartialObjectMetadata" -> {
                if (subject == Subject.LIST) {
                    throw HttpProblem.of(
                            406, "you requested PartialObjectMetadata, but the requested object is a list");
                }
                yield Optional.of(new Metadata(version));
            }
            case "PartialObjectMetadataList" -> {
                if (subject != Subject.LIST) {
                    throw HttpProblem.of(
                            406, "you requested PartialObjectMetadataList, but the requested object is not a list");
                }
                yield Optional.of(new Metadata(version));
            }
            default -> Optional.empty();
        };
    }
}
