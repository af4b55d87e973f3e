package io.livekube.hub.kubeapi.review;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// Writes the fields of one protobuf message.
final class ProtobufWriter {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    ProtobufWriter text(int number, String text) {
        return bytes(number, text.getBytes(StandardCharsets.UTF_8));
    }

    ProtobufWriter texts(int number, Iterable<String> texts) {
        texts.forEach(text -> text(number, text));
        return this;
    }

    ProtobufWriter message(int number, ProtobufWriter message) {
        return bytes(number, message.toBytes());
    }

    ProtobufWriter bytes(int number, byte[] bytes) {
        varint((number << 3) | 2);
        varint(bytes.length);
        out.writeBytes(bytes);
        return this;
    }

    ProtobufWriter flag(int number, boolean flag) {
        varint(number << 3);
        out.write(flag ? 1 : 0);
        return this;
    }

    private void varint(int value) {
        int rest = value;
        while (rest >>> 7 != 0) {
            out.write((rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        out.write(rest);
    }

    byte[] toBytes() {
        return out.toByteArray();
    }
}
