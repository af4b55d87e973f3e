package io.livekube.core.protobuf;

/// This protobuf is damaged, or says more than our schema knows: the same must be asked for as JSON, or
/// something would be lost.
public final class UnreadableProtobufException extends Exception {
    private static final long serialVersionUID = 1L;

    public UnreadableProtobufException(String message) {
        super(message);
    }
}
