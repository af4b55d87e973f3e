package io.livekube.core.protobuf;

/// The protobuf is damaged, or has fields that our schema lacks: it must be requested as JSON, or something
/// would be lost.
public final class UnreadableProtobufException extends Exception {
    private static final long serialVersionUID = 1L;

    public UnreadableProtobufException(String message) {
        super(message);
    }
}
