package io.livekube.core.listwatch;

import io.livekube.core.json.MalformedJsonException;
import io.livekube.core.protobuf.UnreadableProtobufException;
import java.io.IOException;

/// The bytes of a LIST, on their way to become objects.
interface PageDecoder {
    void feed(byte[] chunk, int from, int to) throws MalformedJsonException, UnreadableProtobufException;

    /// The stream is over.
    ///
    /// @return what the list says of itself
    ListMeta end() throws MalformedJsonException, IOException;

    /// How many bytes have come so far.
    long total();
}
