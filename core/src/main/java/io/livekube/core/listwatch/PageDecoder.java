package io.livekube.core.listwatch;

import io.livekube.core.json.MalformedJsonException;
import io.livekube.core.protobuf.UnreadableProtobufException;
import java.io.IOException;

/// Decoder of one page of a LIST: bytes in, objects out.
interface PageDecoder {
    void feed(byte[] chunk, int from, int to) throws MalformedJsonException, UnreadableProtobufException;

    /// Ends the stream.
    ///
    /// @return the metadata of the list
    ListMeta end() throws MalformedJsonException, IOException;

    /// Bytes so far.
    long total();
}
