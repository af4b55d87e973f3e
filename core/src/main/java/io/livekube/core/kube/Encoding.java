package io.livekube.core.kube;

import java.util.Optional;

/// How the server writes objects.
enum Encoding {
    JSON("application/json", "application/json"),

    /// For most kinds the cheaper one; custom resources come as JSON all the same.
    PROTOBUF("application/vnd.kubernetes.protobuf", "application/vnd.kubernetes.protobuf,application/json");

    private final String type;
    private final String accept;

    Encoding(String type, String accept) {
        this.type = type;
        this.accept = accept;
    }

    static Encoding preferred(ClientConfig config) {
        return config.protobuf() ? PROTOBUF : JSON;
    }

    /// What to ask for, to get this one if the kind has it.
    String accept() {
        return accept;
    }

    /// What an answer is, by its `Content-Type`.
    static Optional<Encoding> of(String contentType) {
        for (Encoding encoding : values()) {
            if (contentType.startsWith(encoding.type)) {
                return Optional.of(encoding);
            }
        }
        return Optional.empty();
    }
}
