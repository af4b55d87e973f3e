package io.livekube.hub.kubeapi.review;

import java.nio.ByteBuffer;
import java.util.Arrays;

/// Kubernetes protobuf envelope: four magic bytes and a message with the kind and version of the object it
/// wraps.
///
/// @param object encoded object; must not be modified
record ReviewEnvelope(String apiVersion, String kind, ByteBuffer object) {
    private static final byte[] MAGIC = {'k', '8', 's', 0};

    static ReviewEnvelope open(byte[] body) throws InvalidReviewException {
        if (!Arrays.equals(body, 0, Math.min(MAGIC.length, body.length), MAGIC, 0, MAGIC.length)) {
            throw new InvalidReviewException("The body is not Kubernetes protobuf: the magic bytes are missing.");
        }
        String apiVersion = "";
        String kind = "";
        ByteBuffer object = ByteBuffer.allocate(0);
        var unknown = new ProtobufReader(ByteBuffer.wrap(body, MAGIC.length, body.length - MAGIC.length));
        while (unknown.next()) {
            switch (unknown.number()) {
                case 1 -> {
                    var type = new ProtobufReader(unknown.bytes());
                    while (type.next()) {
                        switch (type.number()) {
                            case 1 -> apiVersion = type.text();
                            case 2 -> kind = type.text();
                            default -> {}
                        }
                    }
                }
                case 2 -> object = unknown.bytes();
                default -> {}
            }
        }
        return new ReviewEnvelope(apiVersion, kind, object);
    }

    static byte[] seal(String apiVersion, String kind, ProtobufWriter object) {
        byte[] unknown = new ProtobufWriter()
                .message(1, new ProtobufWriter().text(1, apiVersion).text(2, kind))
                .message(2, object)
                .toBytes();
        byte[] body = Arrays.copyOf(MAGIC, MAGIC.length + unknown.length);
        System.arraycopy(unknown, 0, body, MAGIC.length, unknown.length);
        return body;
    }
}
