package io.livekube.hub.agentapi;

import io.livekube.hub.transport.HttpProblem;
import io.livekube.protocol.BatchDecoder;
import io.livekube.protocol.BatchLimits;
import io.livekube.protocol.binary.BinaryDecoder;
import io.livekube.protocol.binary.BinaryEncoder;
import io.livekube.protocol.json.ContentCoding;
import io.livekube.protocol.json.JsonDecoder;
import io.livekube.protocol.json.JsonEncoder;
import java.util.Locale;

/// Finds the decoder for what a head says its body is.
final class BatchDecoders {
    private final BatchLimits limits;

    BatchDecoders(BatchLimits limits) {
        this.limits = limits;
    }

    /// Goes by the headers `Content-Type` and `Content-Encoding`, which may be empty.
    ///
    /// @throws HttpProblem if there is no decoder for it
    BatchDecoder decoder(String contentType, String encoding) {
        int parameters = contentType.indexOf(';');
        String mediaType = (parameters < 0 ? contentType : contentType.substring(0, parameters))
                .strip()
                .toLowerCase(Locale.ROOT);
        ContentCoding coding = ContentCoding.named(encoding)
                .orElseThrow(() -> HttpProblem.of(
                        415, "The hub can't unpack this Content-Encoding: it may be identity, gzip or zstd."));
        return switch (mediaType) {
            case JsonEncoder.MEDIA_TYPE -> new JsonDecoder(limits, coding);
            case BinaryEncoder.MEDIA_TYPE -> {
                if (coding != ContentCoding.IDENTITY) {
                    throw HttpProblem.of(
                            415,
                            "A batch of type %s is packed by itself: send it without Content-Encoding."
                                    .formatted(BinaryEncoder.MEDIA_TYPE));
                }
                yield new BinaryDecoder(limits);
            }
            default ->
                throw HttpProblem.of(
                        415,
                        "The hub can't read this Content-Type: a batch is %s or %s."
                                .formatted(BinaryEncoder.MEDIA_TYPE, JsonEncoder.MEDIA_TYPE));
        };
    }
}
