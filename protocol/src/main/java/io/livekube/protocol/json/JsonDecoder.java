package io.livekube.protocol.json;

import io.livekube.protocol.BatchDecoder;
import io.livekube.protocol.BatchLimits;
import io.livekube.protocol.IncomingBatch;
import io.livekube.protocol.ProtocolException;
import io.livekube.protocol.ProtocolException.Problem;

/// Decoder for batches in JSON, which anyone can write with curl; docs/protocol.md shows them.
///
/// Builds no tree: values are located by their positions, and objects are decoded one at a time, byte for byte.
public final class JsonDecoder implements BatchDecoder {
    public static final String MEDIA_TYPE = "application/json";

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
