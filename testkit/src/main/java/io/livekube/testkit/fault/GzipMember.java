package io.livekube.testkit.fault;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.GZIPOutputStream;

/// One piece of a stream as a gzip member complete in itself.
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
