package io.livekube.protocol.binary;

import io.livekube.core.model.KubeObject;
import io.livekube.protocol.Batch;
import io.livekube.protocol.BatchLimits;
import io.livekube.protocol.BoundedOutput;
import io.livekube.protocol.SharedState;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/// Encoder for the binary form: a small head, then all objects in one zstd frame whose dictionary consists of
/// objects that the other end already holds. docs/protocol.md describes it byte by byte.
///
/// Thread-safe. Objects are decompressed, compressed and written one at a time.
public final class BinaryEncoder {
    public static final String MEDIA_TYPE = "application/vnd.livekube.batch.v1";

    static final byte[] MAGIC = "LKB".getBytes(StandardCharsets.US_ASCII);
    static final int VERSION = 1;

    private final BatchLimits limits;

    public BinaryEncoder(BatchLimits limits) {
        this.limits = limits;
    }

    /// Writes one batch.
    ///
    /// @param shared what the other end holds before the batch
    /// @throws BatchTooLargeException if it exceeds the limits; some of it may have been written by then
    /// @throws IllegalArgumentException if an edit refers to an object that is not held
    public void encode(Batch batch, SharedState shared, OutputStream out) throws IOException {
        var parts = new PartWriter(shared, limits);
        byte[] head = parts.write(batch);
        var prefix = new BatchHeadWriter();
        prefix.octets(MAGIC);
        prefix.octet(VERSION);
        prefix.number(head.length);
        var body = new BoundedOutput(out, limits.bodyBytes());
        body.write(prefix.bytes());
        body.write(head);
        body.write(HeadChecksum.of(head, 0, head.length));
        if (parts.contentBytes() > 0) {
            try (var contents = new ContentWriter(body, parts.dictionary(), parts.contentBytes())) {
                for (KubeObject object : parts.objects()) {
                    contents.write(object.content());
                }
                contents.finish();
            }
        }
        out.flush();
    }
}
