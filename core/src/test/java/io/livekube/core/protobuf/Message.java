package io.livekube.core.protobuf;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;

/// Writes protobuf, field by field.
public final class Message {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    public Message number(int field, long value) {
        varint(((long) field << 3) | WireCursor.VARINT);
        varint(value);
        return this;
    }

    public Message text(int field, String text) {
        return bytes(field, text.getBytes(UTF_8));
    }

    public Message message(int field, Message message) {
        return bytes(field, message.bytes());
    }

    /// An entry of a map.
    public Message entry(int field, String key, String value) {
        return message(field, new Message().text(1, key).text(2, value));
    }

    public Message bytes(int field, byte[] bytes) {
        varint(((long) field << 3) | WireCursor.DELIMITED);
        varint(bytes.length);
        out.writeBytes(bytes);
        return this;
    }

    public byte[] bytes() {
        return out.toByteArray();
    }

    /// This message as an object of Kubernetes.
    public byte[] inEnvelope(String apiVersion, String kind) {
        byte[] envelope = new Message()
                .message(1, new Message().text(1, apiVersion).text(2, kind))
                .message(2, this)
                .text(3, "")
                .text(4, "")
                .bytes();
        var whole = new ByteArrayOutputStream();
        whole.writeBytes("k8s\0".getBytes(UTF_8));
        whole.writeBytes(envelope);
        return whole.toByteArray();
    }

    private void varint(long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            out.write((int) ((rest & 0x7f) | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }
}
