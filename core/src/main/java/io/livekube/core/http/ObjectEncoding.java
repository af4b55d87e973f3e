package io.livekube.core.http;

import io.livekube.core.model.Resource;
import io.livekube.core.protobuf.Transcoder;
import java.util.Optional;

/// Encoding of objects in responses.
public enum ObjectEncoding {
    JSON("application/json", "application/json"),

    /// The cheaper one for most kinds; custom resources are sent as JSON nevertheless.
    PROTOBUF("application/vnd.kubernetes.protobuf", "application/vnd.kubernetes.protobuf,application/json");

    private final String type;
    private final String accept;

    ObjectEncoding(String type, String accept) {
        this.type = type;
        this.accept = accept;
    }

    /// The encoding to request first for a kind.
    public static ObjectEncoding preferred(ClientConfig config, Resource resource) {
        return config.protobuf() && Transcoder.knows(resource.apiVersion()) ? PROTOBUF : JSON;
    }

    /// The `Accept` header that requests this encoding, if the kind has it.
    public String accept() {
        return accept;
    }

    /// The encoding of a response, by its `Content-Type`.
    static Optional<ObjectEncoding> of(String contentType) {
        for (ObjectEncoding encoding : values()) {
            if (contentType.startsWith(encoding.type)) {
                return Optional.of(encoding);
            }
        }
        return Optional.empty();
    }
}
