package io.livekube.hub.read;

import io.livekube.hub.control.TaskFailedException;
import io.livekube.hub.control.TaskReply;
import io.livekube.protocol.ProtocolException;
import io.livekube.protocol.TaskDocument;
import io.livekube.protocol.json.TaskCodec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/// A document of an API server, held gzip-compressed, since most clients request it that way.
public final class FetchedDocument {
    private final String type;
    private final String etag;
    private final byte[] gzipped;
    private final Instant asked;

    private FetchedDocument(String type, String etag, byte[] gzipped, Instant asked) {
        this.type = type;
        this.etag = etag;
        this.gzipped = gzipped;
        this.asked = asked;
    }

    /// Decompresses a document, up to a size limit, and compresses it with gzip.
    ///
    /// @param asked when the API server was queried
    static FetchedDocument of(TaskReply.Payload outcome, int maxBytes, Instant asked) throws TaskFailedException {
        try (InputStream in = Decompression.open(outcome.body(), outcome.coding())) {
            byte[] body = in.readNBytes(maxBytes + 1);
            if (body.length > maxBytes) {
                throw new TaskFailedException(502, "the document is larger than %,d bytes".formatted(maxBytes));
            }
            TaskDocument document = TaskCodec.decodeDocument(body);
            return new FetchedDocument(document.type(), document.etag(), pack(document.content()), asked);
        } catch (IOException | ProtocolException e) {
            throw new TaskFailedException(502, "its agent sent an invalid document: " + e.getMessage());
        }
    }

    private static byte[] pack(byte[] content) throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(content);
        }
        return packed.toByteArray();
    }

    /// Media type.
    public String type() {
        return type;
    }

    /// ETag from the API server, with quotes; empty if there is none.
    public String etag() {
        return etag;
    }

    /// Value of `?hash=` that identifies the content.
    public String hash() {
        return etag.replace("\"", "");
    }

    /// The content, compressed with gzip; must not be modified.
    public byte[] gzipped() {
        return gzipped;
    }

    public byte[] content() {
        try (var unpacked = new GZIPInputStream(new ByteArrayInputStream(gzipped))) {
            return unpacked.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("failed to decompress the document", e);
        }
    }

    Instant asked() {
        return asked;
    }
}
