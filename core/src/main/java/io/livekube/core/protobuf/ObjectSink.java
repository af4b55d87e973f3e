package io.livekube.core.protobuf;

/// Receiver of the objects of a stream; the bytes are only valid during the call.
public interface ObjectSink {
    void object(byte[] bytes, int from, int to) throws UnreadableProtobufException;
}
