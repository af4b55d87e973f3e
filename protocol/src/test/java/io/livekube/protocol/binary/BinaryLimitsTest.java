package io.livekube.protocol.binary;

import static io.livekube.protocol.ProtocolException.Problem.MALFORMED;
import static io.livekube.protocol.ProtocolException.Problem.OUT_OF_STEP;
import static io.livekube.protocol.ProtocolException.Problem.TOO_LARGE;
import static io.livekube.protocol.ProtocolException.Problem.UNSUPPORTED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.github.luben.zstd.Zstd;
import io.livekube.protocol.Batch;
import io.livekube.protocol.BatchLimits;
import io.livekube.protocol.BatchTooLargeException;
import io.livekube.protocol.Described;
import io.livekube.protocol.Edit;
import io.livekube.protocol.GoldenFiles;
import io.livekube.protocol.Part;
import io.livekube.protocol.ProtocolException;
import io.livekube.protocol.ProtocolException.Problem;
import io.livekube.protocol.ReceiverState;
import io.livekube.protocol.SessionId;
import io.livekube.protocol.SharedObjects;
import io.livekube.protocol.TestingEnd;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Any input is either accepted or refused with a message, and costs no more than the limits allow.
final class BinaryLimitsTest {
    private static final SessionId SESSION = new SessionId(7, 1);

    private final TestingEnd end = new TestingEnd();

    @Test
    void aBatchCutAnywhereIsRefused() {
        GoldenFiles.batches().forEach((name, batch) -> {
            byte[] body = BinaryRoundTripTest.encode(batch, GoldenFiles.held());
            for (int length = 0; length < body.length; length++) {
                byte[] cut = Arrays.copyOf(body, length);
                assertThat(problem(cut, GoldenFiles.held()))
                        .as("%s cut to %d bytes", name, length)
                        .isIn(MALFORMED, OUT_OF_STEP);
            }
            assertThat(problem(Arrays.copyOf(body, body.length + 1), GoldenFiles.held()))
                    .isIn(MALFORMED, OUT_OF_STEP);
        });
    }

    @Test
    void aFlippedBitIsRefusedOrChangesNothing() {
        GoldenFiles.batches().forEach((name, batch) -> {
            byte[] body = BinaryRoundTripTest.encode(batch, GoldenFiles.held());
            for (int bit = 0; bit < body.length * 8; bit++) {
                byte[] flipped = body.clone();
                flipped[bit / 8] ^= (byte) (1 << bit % 8);
                try {
                    Batch decoded = new BinaryDecoder(BatchLimits.defaults())
                            .open(flipped)
                            .decode(GoldenFiles.held());
                    assertThat(Described.batch(decoded))
                            .as("%s, bit %d", name, bit)
                            .isEqualTo(Described.batch(batch));
                } catch (ProtocolException e) {
                    assertThat(e.getMessage()).as("%s, bit %d", name, bit).isNotBlank();
                }
            }
        });
    }

    @Test
    void promisesAreNotBelieved() {
        // a head that promises a chunk of 50,000 objects of 16 MiB, and so on
        assertThat(problem(head(h -> chunk(h, 50_000)))).isEqualTo(MALFORMED);
        assertThat(problem(head(h -> chunk(h, Integer.MAX_VALUE)))).isEqualTo(TOO_LARGE);
        assertThat(problem(head(h -> chunk(h, -1)))).isEqualTo(MALFORMED);
        assertThat(problem(head(h -> {
                    chunk(h, 1);
                    h.number(1L << 40);
                })))
                .isEqualTo(TOO_LARGE);
        assertThat(problem(head(h -> {
                    chunk(h, 5);
                    for (int i = 0; i < 5; i++) {
                        h.number(16 << 20);
                    }
                })))
                .isEqualTo(TOO_LARGE);
        assertThat(problem(head(h -> {
                    h.octet(PartTag.GONE);
                    h.number(0);
                    h.number(1 << 20);
                })))
                .isEqualTo(TOO_LARGE);
    }

    @Test
    void anObjectThatUnfoldsIsReadOnlyAsFarAsItWasPromised() {
        byte[] bomb = Zstd.compress(" ".repeat(60 << 20).getBytes(StandardCharsets.UTF_8));
        byte[] body = head(h -> {
            chunk(h, 1);
            h.number(15 << 20);
        });
        byte[] whole = Arrays.copyOf(body, body.length + bomb.length);
        System.arraycopy(bomb, 0, whole, body.length, bomb.length);
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        assertThat(problem(whole)).isEqualTo(MALFORMED);
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(64 << 20);
    }

    @Test
    void anAnnouncedLargeObjectTakesNoMemoryUntilItArrives() {
        byte[] little = Zstd.compress("{}".getBytes(StandardCharsets.UTF_8));
        byte[] body = head(h -> {
            chunk(h, 1);
            h.number(16 << 20);
        });
        byte[] whole = Arrays.copyOf(body, body.length + little.length);
        System.arraycopy(little, 0, whole, body.length, little.length);
        assertThat(problem(whole)).isEqualTo(MALFORMED);
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        assertThat(problem(whole)).isEqualTo(MALFORMED);
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(1 << 20);
    }

    @Test
    void otherBasesThanTheSendersAreOutOfStep() {
        byte[] body = BinaryRoundTripTest.encode(GoldenFiles.delta(), GoldenFiles.held());
        assertThat(problem(body, new TestingEnd())).isEqualTo(OUT_OF_STEP);
        var other = GoldenFiles.held();
        SharedObjects pods = GoldenFiles.held().held(TestingEnd.PODS);
        String changed = new String(pods.at(0).content(), StandardCharsets.UTF_8).replace("node-7", "node-8");
        other.hold(TestingEnd.PODS, other.object(TestingEnd.PODS, changed));
        assertThat(problem(body, other)).isEqualTo(OUT_OF_STEP);
    }

    @Test
    void anotherVersionIsNotSupported() {
        assertThat(problem(new byte[] {'L', 'K', 'B', 2, 0})).isEqualTo(UNSUPPORTED);
        assertThat(problem(new byte[] {'L', 'K', 'B'})).isEqualTo(MALFORMED);
        assertThat(problem("{}".getBytes(StandardCharsets.UTF_8))).isEqualTo(MALFORMED);
        assertThat(problem(new byte[(8 << 20) + 1])).isEqualTo(TOO_LARGE);
    }

    @Test
    void moreBasesThanTheDictionaryHoldsAreLeftOutOnBothSides() throws Exception {
        String filler = "x".repeat(300_000);
        var edits = new java.util.ArrayList<Edit>();
        for (int i = 0; i < 12; i++) {
            String json = """
                    {"metadata":{"name":"big-%02d","uid":"u","resourceVersion":"%d"},"data":"%s%d"}""";
            end.hold(TestingEnd.WIDGETS, end.object(TestingEnd.WIDGETS, json.formatted(i, 1, filler, i)));
            var next = end.object(TestingEnd.WIDGETS, json.formatted(i, 2, filler, i + 1));
            edits.add(new Edit.Put(next, Optional.of(next.key())));
        }
        var batch = new Batch(SESSION, 2, List.of(new Part.Delta(TestingEnd.WIDGETS, edits, 2, 0)));
        byte[] body = BinaryRoundTripTest.encode(batch, end);
        assertThat(Described.batch(
                        new BinaryDecoder(BatchLimits.defaults()).open(body).decode(end)))
                .isEqualTo(Described.batch(batch));
    }

    @Test
    void anEncoderKeepsToTheLimitsToo() {
        var batch = GoldenFiles.delta();
        for (BatchLimits limits : List.of(
                new BatchLimits(60, 1 << 20, 1 << 20, 1 << 20, 10, 10, 100),
                new BatchLimits(1 << 20, 10, 1 << 20, 1 << 20, 10, 10, 100),
                new BatchLimits(1 << 20, 1 << 20, 200, 1 << 20, 10, 10, 100),
                new BatchLimits(1 << 20, 1 << 20, 1 << 20, 100, 10, 10, 100),
                new BatchLimits(1 << 20, 1 << 20, 1 << 20, 1 << 20, 10, 2, 100))) {
            assertThatThrownBy(() -> new BinaryEncoder(limits)
                            .encode(batch, GoldenFiles.held(), OutputStream.nullOutputStream()))
                    .as("%s", limits)
                    .isInstanceOf(BatchTooLargeException.class);
        }
        assertThatThrownBy(() -> new BinaryEncoder(BatchLimits.defaults())
                        .encode(batch, new TestingEnd(), OutputStream.nullOutputStream()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("does not hold");
    }

    private interface Writing {
        void to(BatchHeadWriter head);
    }

    private static byte[] head(Writing writing) {
        var head = new BatchHeadWriter();
        head.fixed(7);
        head.number(1);
        head.number(2);
        writing.to(head);
        var body = new BatchHeadWriter();
        body.octets(BinaryEncoder.MAGIC);
        body.octet(1);
        body.number(head.size());
        body.octets(head.bytes());
        body.octets(HeadChecksum.of(head.bytes(), 0, head.size()));
        var out = new ByteArrayOutputStream();
        out.writeBytes(body.bytes());
        return out.toByteArray();
    }

    private static void chunk(BatchHeadWriter head, long count) {
        head.octet(PartTag.CHUNK);
        head.number(1);
        head.number(count);
    }

    private Problem problem(byte[] body) {
        return problem(body, end);
    }

    private static Problem problem(byte[] body, ReceiverState counterpart) {
        return catchThrowableOfType(
                        ProtocolException.class,
                        () -> new BinaryDecoder(BatchLimits.defaults())
                                .open(body)
                                .decode(counterpart))
                .problem();
    }
}
