package io.livekube.core.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/// Reader of a connection, line by line or in bulk.
final class WireReader {
    /// Size of the largest TLS record, so that none is read in two steps.
    private static final int BUFFER_BYTES = 16 * 1024;

    private static final int MAX_LINE = 64 * 1024;

    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int at;
    private int filled;

    WireReader(InputStream in) {
        this.in = in;
    }

    /// Reads a line, without its line break.
    String line() throws IOException {
        for (int end = at; end < filled; end++) {
            if (buffer[end] == '\n') {
                int start = at;
                at = end + 1;
                int length = end > start && buffer[end - 1] == '\r' ? end - 1 - start : end - start;
                return new String(buffer, start, length, StandardCharsets.ISO_8859_1);
            }
        }
        return longLine();
    }

    /// Reads a line that is not completely in the buffer.
    private String longLine() throws IOException {
        var line = new StringBuilder();
        while (true) {
            if (at >= filled && !fill()) {
                throw new EOFException("the connection was closed");
            }
            int start = at;
            while (at < filled && buffer[at] != '\n') {
                at++;
            }
            line.append(new String(buffer, start, at - start, StandardCharsets.ISO_8859_1));
            if (line.length() > MAX_LINE) {
                throw new IOException("a header line of more than " + MAX_LINE + " bytes");
            }
            if (at < filled) {
                at++;
                int length = line.length();
                return line.substring(0, length > 0 && line.charAt(length - 1) == '\r' ? length - 1 : length);
            }
        }
    }

    /// Reads at least one byte, as soon as there are any; -1 at the end of the connection.
    int read(byte[] target, int offset, int length) throws IOException {
        if (at >= filled && length >= BUFFER_BYTES) {
            return in.read(target, offset, length);
        }
        if (at >= filled && !fill()) {
            return -1;
        }
        int count = Math.min(length, filled - at);
        System.arraycopy(buffer, at, target, offset, count);
        at += count;
        return count;
    }

    private boolean fill() throws IOException {
        at = 0;
        filled = Math.max(0, in.read(buffer));
        return filled > 0;
    }
}
