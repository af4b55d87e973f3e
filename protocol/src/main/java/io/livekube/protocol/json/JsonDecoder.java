package io.livekube.protocol.json;

import io.livekube.protocol.BatchDecoder;
import io.livekube.protocol.BatchLimits;
import io.livekube.protocol.IncomingBatch;
import io.livekube.protocol.ProtocolException;
import io.livekube.protocol.ProtocolException.Problem;

/// Reads batches in JSON, as anyone can write them with curl; docs/protocol.md shows them.
///
/// No tree is built: values are found by where they stand, and objects are decoded one at a time, byte for byte as they
/// came.
public final class JsonDecoder implements BatchDecoder {
    private final BatchLimits limits;
    private final ContentCoding coding;

    public JsonDecoder(BatchLimits limits, ContentCoding coding) {
        this.limits = limits;
        this.coding = coding;
    }

    @Override
    public IncomingBatch open(byte[] body) throws ProtocolException {
        if (body.length > limits.bodyBytes()) {
            throw new ProtocolException(
                    Problem.TOO_LARGE,
                    "the body has %d bytes, more than the limit of %d".formatted(body.length, limits.bodyBytes()));
        }
        return JsonBatch.open(new JsonText(coding.unpack(body, limits), limits));
    }
}
