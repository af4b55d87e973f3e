package io.livekube.testkit.fault;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.GZIPOutputStream;

/// Encodes one piece of a stream as a complete gzip member.
final class GzipMember {

    private GzipMember() {}

    static byte[] of(byte[] piece) throws IOException {
        var member = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(member)) {
            gzip.write(piece);
        }
        return member.toByteArray();
    }
}
