package io.livekube.core.protobuf;

import java.io.EOFException;
import java.util.Arrays;

/// Assembles the chunks of a stream into whole pieces. Pieces that arrive whole are not copied.
final class ChunkAssembler {
    private static final int USUAL = 16 * 1024;
    /// Upper bound of the buffer that is kept after a huge piece.
    private static final int LARGE = 1 << 20;

    /// Finds the ends of pieces.
    interface Reader {
        /// Reads the piece that begins at `from`, if it is whole.
        ///
        /// @return its length; if that exceeds the available bytes, as much as is known, and it was not read
        int read(byte[] bytes, int from, int to) throws UnreadableProtobufException;
    }

    private final Reader reader;
    /// The start of an incomplete piece.
    private byte[] room = new byte[USUAL];

    private int held;
    /// Bytes needed before the incomplete piece is worth another look.
    private int wanted;

    ChunkAssembler(Reader reader) {
        this.reader = reader;
    }

    void feed(byte[] chunk, int from, int to) throws UnreadableProtobufException {
        int at = from;
        while (held > 0 && at < to) {
            int count = Math.min(wanted - held, to - at);
            hold(chunk, at, at + count);
            at += count;
            if (held == wanted) {
                finish();
            }
        }
        while (at < to) {
            int length = reader.read(chunk, at, to);
            if (length > to - at) {
                wanted = length;
                hold(chunk, at, to);
                return;
            }
            at += length;
        }
    }

    private void finish() throws UnreadableProtobufException {
        wanted = reader.read(room, 0, held);
        if (wanted <= held) {
            held = 0;
            if (room.length > LARGE) {
                room = new byte[USUAL];
            }
        }
    }

    private void hold(byte[] chunk, int from, int to) {
        int length = held + (to - from);
        if (length > room.length) {
            room = Arrays.copyOf(room, Math.max(length, room.length * 2));
        }
        System.arraycopy(chunk, from, room, held, to - from);
        held = length;
    }

    /// Ends the stream.
    void end() throws EOFException {
        if (held > 0) {
            throw new EOFException("the stream ended inside an object, after " + held + " bytes of it");
        }
    }
}
