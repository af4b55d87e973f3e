package io.livekube.core.listwatch;

import io.livekube.core.json.MalformedJsonException;
import io.livekube.core.protobuf.UnreadableProtobufException;
import java.io.IOException;

/// Decoder of a watch: bytes in, signals out.
interface WatchDecoder {
    void feed(byte[] chunk, int from, int to) throws MalformedJsonException, UnreadableProtobufException;

    /// Ends the stream. Throws in the middle of an event.
    void end() throws MalformedJsonException, IOException;
}
