package io.livekube.core.http;

import io.livekube.core.model.Resource;
import io.livekube.core.protobuf.Transcoder;
import java.util.Optional;

/// How the server writes objects.
public enum ObjectEncoding {
    JSON("application/json", "application/json"),

    /// For most kinds the cheaper one; custom resources come as JSON all the same.
    PROTOBUF("application/vnd.kubernetes.protobuf", "application/vnd.kubernetes.protobuf,application/json");

    private final String type;
    private final String accept;

    ObjectEncoding(String type, String accept) {
        this.type = type;
        this.accept = accept;
    }

    /// What a kind is asked for in at first.
    public static ObjectEncoding preferred(ClientConfig config, Resource resource) {
        return config.protobuf() && Transcoder.knows(resource.apiVersion()) ? PROTOBUF : JSON;
    }

    /// What to ask for, to get this one if the kind has it.
    public String accept() {
        return accept;
    }

    /// What an answer is, by its `Content-Type`.
    static Optional<ObjectEncoding> of(String contentType) {
        for (ObjectEncoding encoding : values()) {
            if (contentType.startsWith(encoding.type)) {
                return Optional.of(encoding);
            }
        }
        return Optional.empty();
    }
}
