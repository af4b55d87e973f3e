package io.livekube.hub.kubeapi.review;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Iterates over the fields of a protobuf message, checking every length.
final class ProtobufReader {
    private static final int MAX_VARINT = 10;

    private final ByteBuffer rest;
    private int number;
    private Optional<ByteBuffer> bytes = Optional.empty();

    ProtobufReader(ByteBuffer message) {
        this.rest = message.slice();
    }

    /// Advances to the next field; false if there is none.
    boolean next() throws InvalidReviewException {
        if (!rest.hasRemaining()) {
            return false;
        }
        long tag = varint();
        if (tag >>> 3 == 0 || tag >>> 3 > Integer.MAX_VALUE >>> 2) {
            throw broken("field without a number");
        }
        number = (int) (tag >>> 3);
        bytes = Optional.empty();
        switch ((int) tag & 7) {
            case 0 -> varint();
            case 1 -> take(Long.BYTES);
            case 2 -> bytes = Optional.of(take(varint()));
            case 5 -> take(Integer.BYTES);
            default -> throw broken("unknown wire type");
        }
        return true;
    }

    int number() {
        return number;
    }

    /// Value of the field as bytes: text or a nested message.
    ByteBuffer bytes() throws InvalidReviewException {
        return bytes.orElseThrow(() -> broken("field %d is a number".formatted(number)));
    }

    String text() throws InvalidReviewException {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(bytes().slice()).toString();
        } catch (CharacterCodingException e) {
            throw broken("field %d is not valid UTF-8".formatted(number));
        }
    }

    private ByteBuffer take(long length) throws InvalidReviewException {
        if (length < 0 || length > rest.remaining()) {
            throw broken("field length exceeds the message");
        }
        ByteBuffer taken = rest.slice(rest.position(), (int) length);
        rest.position(rest.position() + (int) length);
        return taken;
    }

    private long varint() throws InvalidReviewException {
        long value = 0;
        for (int i = 0; i < MAX_VARINT; i++) {
            if (!rest.hasRemaining()) {
                throw broken("truncated varint");
            }
            byte part = rest.get();
            value |= (long) (part & 0x7f) << (7 * i);
            if (part >= 0) {
                return value;
            }
        }
        throw broken("varint longer than 10 bytes");
    }

    private static InvalidReviewException broken(String what) {
        return new InvalidReviewException("Invalid protobuf in the body: %s.".formatted(what));
    }
}
