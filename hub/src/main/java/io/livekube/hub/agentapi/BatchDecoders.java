package io.livekube.hub.agentapi;

import io.livekube.hub.transport.HttpProblem;
import io.livekube.protocol.BatchDecoder;
import io.livekube.protocol.BatchLimits;
import io.livekube.protocol.binary.BinaryDecoder;
import io.livekube.protocol.binary.BinaryEncoder;
import io.livekube.protocol.json.ContentCoding;
import io.livekube.protocol.json.JsonDecoder;
import java.util.Locale;

/// Chooses the decoder for a batch from its headers.
final class BatchDecoders {
    private final BatchLimits limits;

    BatchDecoders(BatchLimits limits) {
        this.limits = limits;
    }

    /// Decoder for a `Content-Type` and `Content-Encoding`, which may be empty.
    ///
    /// @throws HttpProblem 415 if they are not supported
    BatchDecoder decoder(String contentType, String encoding) {
        int parameters = contentType.indexOf(';');
        String mediaType = (parameters < 0 ? contentType : contentType.substring(0, parameters))
                .strip()
                .toLowerCase(Locale.ROOT);
        ContentCoding coding = ContentCoding.named(encoding)
                .orElseThrow(
                        () -> HttpProblem.of(415, "Unsupported Content-Encoding: must be identity, gzip or zstd."));
        return switch (mediaType) {
            case JsonDecoder.MEDIA_TYPE -> new JsonDecoder(limits, coding);
            case BinaryEncoder.MEDIA_TYPE -> {
                if (coding != ContentCoding.IDENTITY) {
                    throw HttpProblem.of(
                            415,
                            "Batches of type %s are compressed internally: send them without Content-Encoding."
                                    .formatted(BinaryEncoder.MEDIA_TYPE));
                }
                yield new BinaryDecoder(limits);
            }
            default ->
                throw HttpProblem.of(
                        415,
                        "Unsupported Content-Type: a batch must be %s or %s."
                                .formatted(BinaryEncoder.MEDIA_TYPE, JsonDecoder.MEDIA_TYPE));
        };
    }
}
