package io.livekube.protocol.binary;

import io.livekube.protocol.BatchDecoder;
import io.livekube.protocol.BatchLimits;
import io.livekube.protocol.IncomingBatch;
import io.livekube.protocol.ProtocolException;
import io.livekube.protocol.ProtocolException.Problem;
import java.util.Arrays;

/// Decoder for the binary form, in all supported versions.
public final class BinaryDecoder implements BatchDecoder {
    private static final int VERSION_AT = BinaryEncoder.MAGIC.length;

    private final BatchLimits limits;

    public BinaryDecoder(BatchLimits limits) {
        this.limits = limits;
    }

    @Override
    public IncomingBatch open(byte[] body) throws ProtocolException {
        if (body.length > limits.bodyBytes()) {
            throw new ProtocolException(
                    Problem.TOO_LARGE,
                    "the body has %d bytes, more than the limit of %d".formatted(body.length, limits.bodyBytes()));
        }
        boolean ours =
                body.length > VERSION_AT && Arrays.equals(body, 0, VERSION_AT, BinaryEncoder.MAGIC, 0, VERSION_AT);
        if (!ours) {
            throw new ProtocolException(
                    Problem.MALFORMED, "the body is not a binary batch: it does not start with 'LKB' and a version");
        }
        int version = body[VERSION_AT] & 0xff;
        return switch (version) {
            case BinaryEncoder.VERSION -> BinaryBatch.open(body, VERSION_AT + 1, limits);
            default ->
                throw new ProtocolException(
                        Problem.UNSUPPORTED,
                        "version %d of the binary form is not supported; expected version %d"
                                .formatted(version, BinaryEncoder.VERSION));
        };
    }
}
