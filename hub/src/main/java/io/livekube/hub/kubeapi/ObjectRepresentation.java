package io.livekube.hub.kubeapi;

import io.livekube.hub.transport.HttpExchange;
import io.livekube.hub.transport.HttpProblem;
import java.util.Optional;

/// Representation of objects that a client requests.
sealed interface ObjectRepresentation {
    /// Complete objects.
    record Json() implements ObjectRepresentation {}

    /// Metadata only, as `PartialObjectMetadata` or a list of them.
    ///
    /// @param version version of the group `meta.k8s.io`
    record Metadata(String version) implements ObjectRepresentation {
        String apiVersion() {
            return "meta.k8s.io/" + version;
        }
    }

    /// A table with the columns of the kind.
    ///
    /// @param version version of the group `meta.k8s.io`
    record Table(String version) implements ObjectRepresentation {}

    /// What is represented; not every representation applies to every subject.
    enum Subject {
        OBJECT,
        LIST,
        WATCH
    }

    /// Representation that the client prefers.
    static ObjectRepresentation of(HttpExchange exchange, Subject subject) {
        return AcceptHeader.of(exchange).encoding(subject);
    }

    /// Representation for the `as=` parameter of a media type; empty if unknown.
    ///
    /// @throws HttpProblem 406 if it does not apply to the subject
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
