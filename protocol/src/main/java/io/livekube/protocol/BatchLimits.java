package io.livekube.protocol;

import java.nio.charset.StandardCharsets;

/// Limits on a batch. Decoders reject batches that exceed them before allocating memory.
///
/// @param bodyBytes size of the body on the wire
/// @param headBytes size of the binary form's head, uncompressed
/// @param contentBytes size of all objects, uncompressed
/// @param objectBytes size of one object, uncompressed
/// @param parts number of parts
/// @param edits number of edits and objects
/// @param textBytes size of a name, a version, a reason
public record BatchLimits(
        int bodyBytes, int headBytes, long contentBytes, int objectBytes, int parts, int edits, int textBytes) {
    public BatchLimits {
        if (bodyBytes < 1 || headBytes < 1 || contentBytes < 1 || objectBytes < 1) {
            throw new IllegalArgumentException("sizes must be positive");
        }
        if (parts < 1 || edits < 1 || textBytes < 1) {
            throw new IllegalArgumentException("counts must be positive");
        }
    }

    /// Truncates a text to the limit.
    public String cut(String text) {
        if (text.length() <= textBytes / 3) {
            return text;
        }
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        int end = Math.min(utf8.length, textBytes);
        while (end < utf8.length && (utf8[end] & 0xc0) == 0x80) {
            end--;
        }
        return new String(utf8, 0, end, StandardCharsets.UTF_8);
    }

    public static BatchLimits defaults() {
        return new BatchLimits(8 << 20, 1 << 20, 64 << 20, 16 << 20, 4_096, 50_000, 4_096);
    }
}
