package io.livekube.core.listwatch;

import io.livekube.core.json.MalformedJsonException;
import io.livekube.core.protobuf.UnreadableProtobufException;
import java.io.IOException;

/// The bytes of a watch, on their way to become signals.
interface WatchDecoder {
    void feed(byte[] chunk, int from, int to) throws MalformedJsonException, UnreadableProtobufException;

    /// The stream is over: throws if that is in the middle of an event.
    void end() throws MalformedJsonException, IOException;
}
