package io.livekube.core.protobuf;

/// The protobuf is damaged, or has fields that our schema lacks: it must be requested as JSON, so that no field
/// is lost.
public final class UnreadableProtobufException extends Exception {
    private static final long serialVersionUID = 1L;

    public UnreadableProtobufException(String message) {
        super(message);
    }
}
