package io.livekube.protocol;

import com.dynatrace.hash4j.hashing.Hashing;
import io.livekube.protocol.binary.BinaryDecoder;
import io.livekube.protocol.json.ContentCoding;
import io.livekube.protocol.json.JsonDecoder;
import io.livekube.protocol.json.TaskCodec;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/// Targets of the fuzzers: a decoder may accept or refuse its input, and nothing else.
final class FuzzTargets {
    /// The batches that inputs are decoded against and mutated from.
    static final long SEED = 11;

    /// Small, so that a bomb shows as memory.
    static final BatchLimits LIMITS = new BatchLimits(1 << 16, 1 << 14, 1 << 18, 1 << 16, 64, 256, 256);

    private static final int VERSION_END = 4;
    private static final TestingEnd END = new TestingBatches(SEED).receiver();

    private FuzzTargets() {}

    /// Reads bytes as a binary batch.
    public static final class Binary {
        private Binary() {}

        public static void fuzzerTestOneInput(byte[] body) {
            seal(body);
            decode(new BinaryDecoder(LIMITS), body);
        }

        /// Makes the head's check fit, which no fuzzer would guess.
        private static void seal(byte[] body) {
            int start = VERSION_END;
            int length = 0;
            for (int shift = 0; start < body.length && shift < 21; shift += 7) {
                int b = body[start++];
                length |= (b & 0x7f) << shift;
                if (b >= 0) {
                    break;
                }
            }
            if (length <= body.length - start - Integer.BYTES) {
                ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN).putInt(start + length, (int)
                        Hashing.xxh3_64().hashBytesToLong(body, start, length));
            }
        }
    }

    /// Reads bytes as JSON; the first byte selects the content coding.
    public static final class Json {
        private Json() {}

        public static void fuzzerTestOneInput(byte[] body) {
            ContentCoding coding = switch (body.length == 0 ? 0 : body[0]) {
                case 0x1f -> ContentCoding.GZIP;
                case 0x28 -> ContentCoding.ZSTD;
                default -> ContentCoding.IDENTITY;
            };
            decode(new JsonDecoder(LIMITS, coding), body);
        }
    }

    /// Reads bytes as tasks and as a result; accepted input must survive encoding and decoding.
    public static final class Tasks {
        private Tasks() {}

        public static void fuzzerTestOneInput(byte[] body) {
            try {
                List<Task> tasks = TaskCodec.decodeTasks(body).tasks();
                if (!TaskCodec.decodeTasks(TaskCodec.encodeTasks(tasks)).equals(new TaskList(tasks, List.of()))) {
                    throw new AssertionError("other tasks after decoding");
                }
            } catch (ProtocolException e) {
                refused(e);
            }
            try {
                byte[] sentOn = TaskCodec.encode(TaskCodec.decodeResult(body));
                if (!Arrays.equals(sentOn, TaskCodec.encode(TaskCodec.decodeResult(sentOn)))) {
                    throw new AssertionError("another result after decoding");
                }
            } catch (ProtocolException e) {
                refused(e);
            }
        }
    }

    private static void decode(BatchDecoder decoder, byte[] body) {
        try {
            IncomingBatch incoming = decoder.open(body);
            Batch batch = incoming.decode(END);
            if (batch.sequence() != incoming.sequence()) {
                throw new AssertionError("another sequence number after decoding");
            }
        } catch (ProtocolException e) {
            refused(e);
        }
    }

    private static void refused(ProtocolException e) {
        int length = String.valueOf(e.getMessage()).length();
        if (length < 10 || length > 2_000) {
            throw new AssertionError("a refusal without a sentence", e);
        }
    }
}
