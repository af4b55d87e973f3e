package io.livekube.protocol.binary;

import io.livekube.core.model.Resource;
import io.livekube.protocol.ProtocolException;
import io.livekube.protocol.ProtocolException.Problem;
import io.livekube.protocol.WellKnownKinds;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Reader of the output of [BatchHeadWriter]; validates everything. The caller names each value, for
/// error messages.
final class BatchHeadReader {
    private static final int MAX_NUMBER_BYTES = 10;

    private final byte[] bytes;
    private final int end;
    private final int textBytes;
    private final List<Resource> spelled = new ArrayList<>();
    private int at;
    private long lastVersion;
    private String place = "the head";

    BatchHeadReader(byte[] bytes, int from, int to, int textBytes) {
        this.bytes = bytes;
        this.at = from;
        this.end = to;
        this.textBytes = textBytes;
    }

    /// Names the section that is read from now on, for error messages.
    void at(String newPlace) {
        place = newPlace;
    }

    boolean hasMore() {
        return at < end;
    }

    int remaining() {
        return end - at;
    }

    int position() {
        return at;
    }

    int octet(String what) throws ProtocolException {
        need(1, what);
        return bytes[at++] & 0xff;
    }

    /// Any 64 bits.
    long number(String what) throws ProtocolException {
        long value = 0;
        for (int i = 0; i < MAX_NUMBER_BYTES; i++) {
            int b = octet(what);
            if (i == MAX_NUMBER_BYTES - 1 && b > 1) {
                break;
            }
            value |= (long) (b & 0x7f) << (7 * i);
            if (b < 0x80) {
                return value;
            }
        }
        throw malformed(what + " has more than 64 bits");
    }

    long signed(String what) throws ProtocolException {
        return unzigzag(number(what));
    }

    static long unzigzag(long value) {
        return (value >>> 1) ^ -(value & 1);
    }

    long version(String what) throws ProtocolException {
        lastVersion += signed(what);
        return lastVersion;
    }

    int count(String what) throws ProtocolException {
        long value = number(what);
        if (value < 0 || value > Integer.MAX_VALUE) {
            throw malformed("%s is %s, which is out of range".formatted(what, Long.toUnsignedString(value)));
        }
        return (int) value;
    }

    long fixed(String what) throws ProtocolException {
        need(Long.BYTES, what);
        long value = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            value |= (bytes[at++] & 0xffL) << (8 * i);
        }
        return value;
    }

    long half(String what) throws ProtocolException {
        need(Integer.BYTES, what);
        long value = 0;
        for (int i = 0; i < Integer.BYTES; i++) {
            value |= (bytes[at++] & 0xffL) << (8 * i);
        }
        return value;
    }

    byte[] octets(int length, String what) throws ProtocolException {
        need(length, what);
        byte[] copy = new byte[length];
        System.arraycopy(bytes, at, copy, 0, length);
        at += length;
        return copy;
    }

    String text(String what) throws ProtocolException {
        int length = count("the length of " + what);
        if (length > textBytes) {
            throw tooLarge("%s has %d bytes, more than the limit of %d".formatted(what, length, textBytes));
        }
        need(length, what);
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, at, length))
                    .toString();
            at += length;
            return text;
        } catch (CharacterCodingException e) {
            throw malformed(what + " is not UTF-8");
        }
    }

    Resource resource() throws ProtocolException {
        int reference = count("the kind");
        if (reference == 0) {
            return spelledOut();
        }
        int index = reference / 2;
        if (reference % 2 == 0) {
            if (index > spelled.size()) {
                throw malformed("the kind refers to declaration %d, but there are only %d so far"
                        .formatted(index, spelled.size()));
            }
            return spelled.get(index - 1);
        }
        if (index >= WellKnownKinds.all().size()) {
            throw new ProtocolException(
                    Problem.UNSUPPORTED, "%s: unknown well-known kind number %d".formatted(place, index));
        }
        return WellKnownKinds.all().get(index).resource();
    }

    private Resource spelledOut() throws ProtocolException {
        String group = text("the group");
        String version = text("the version");
        String plural = text("the plural name");
        if (version.isEmpty() || plural.isEmpty()) {
            throw malformed("a kind has no version or no plural name");
        }
        Resource resource = new Resource(group, version, plural);
        spelled.add(resource);
        return resource;
    }

    private void need(int length, String what) throws ProtocolException {
        if (end - at < length) {
            throw malformed("it ends within " + what);
        }
    }

    ProtocolException malformed(String sentence) {
        return new ProtocolException(
                Problem.MALFORMED, "%s, at byte %d of the body: %s".formatted(place, at, sentence));
    }

    ProtocolException tooLarge(String sentence) {
        return new ProtocolException(Problem.TOO_LARGE, place + ": " + sentence);
    }

    ProtocolException outOfStep(String sentence) {
        return new ProtocolException(Problem.OUT_OF_STEP, place + ": " + sentence);
    }
}
