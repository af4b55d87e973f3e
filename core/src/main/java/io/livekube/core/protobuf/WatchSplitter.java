package io.livekube.core.protobuf;

import java.io.EOFException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// Splits the stream of a watch into its events: each is preceded by its length, in four bytes.
public final class WatchSplitter {
    private static final VarHandle LENGTH = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final int TYPE = 1;
    private static final int OBJECT = 2;
    /// The types of almost all events, which need no new strings.
    private static final String[] USUAL = {"MODIFIED", "ADDED", "DELETED"};

    /// Receiver of the events.
    public interface EventSink {
        /// Receives an event.
        ///
        /// @param from start of the object's [ProtobufEnvelope]; the bytes are only valid during the call
        void event(String type, byte[] bytes, int from, int to) throws UnreadableProtobufException;
    }

    private final EventSink events;
    private final int maxEventBytes;
    private final ChunkAssembler pieces = new ChunkAssembler(this::frame);
    private final WireCursor in = new WireCursor();

    public WatchSplitter(EventSink events, int maxEventBytes) {
        this.events = events;
        this.maxEventBytes = maxEventBytes;
    }

    public void feed(byte[] chunk, int from, int to) throws UnreadableProtobufException {
        pieces.feed(chunk, from, to);
    }

    /// Ends the stream. Throws in the middle of an event.
    public void end() throws EOFException {
        pieces.end();
    }

    private int frame(byte[] bytes, int from, int to) throws UnreadableProtobufException {
        if (to - from < Integer.BYTES) {
            return Integer.BYTES;
        }
        int length = (int) LENGTH.get(bytes, from);
        if (length < 0 || length > maxEventBytes) {
            throw new UnreadableProtobufException(
                    "an event of " + Integer.toUnsignedString(length) + " bytes; the limit is " + maxEventBytes);
        }
        int whole = Integer.BYTES + length;
        if (to - from >= whole) {
            event(bytes, from + Integer.BYTES, from + whole);
        }
        return whole;
    }

    /// `{type, {object}}`
    private void event(byte[] bytes, int from, int to) throws UnreadableProtobufException {
        String type = "";
        boolean told = false;
        in.reset(bytes, from, to);
        while (in.position() < to) {
            int tag = in.tag();
            if (WireCursor.wireType(tag) != WireCursor.DELIMITED) {
                throw in.malformed("a type or an object");
            }
            int end = in.delimitedTo();
            if (WireCursor.number(tag) == TYPE) {
                type = type(bytes, in.position(), end);
            } else if (WireCursor.number(tag) == OBJECT && in.position() < end) {
                in.tag();
                int objectTo = in.delimitedTo();
                events.event(type, bytes, in.position(), objectTo);
                told = true;
            }
            in.seek(end);
        }
        if (!told) {
            throw in.malformed("a watch event with an object");
        }
    }

    private static String type(byte[] bytes, int from, int to) {
        for (String usual : USUAL) {
            if (usual.length() == to - from && bytes[from] == usual.charAt(0)) {
                return usual;
            }
        }
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }
}
