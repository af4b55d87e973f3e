package io.livekube.core.protobuf;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.json.FieldPaths;
import io.livekube.core.json.JsonScanner;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Objects with bytes changed at random are refused, or become other JSON; nothing else happens.
class DamageTest {
    private static final int TRIALS = 10_000;

    private static byte[] pod() {
        Message container = new Message()
                .text(1, "web")
                .text(2, "example.io/web:1")
                .message(6, new Message().text(1, "http").number(3, 8080))
                .message(7, new Message().text(1, "KEY").text(2, "välue <x>"))
                .message(8, new Message().message(1, quantity("cpu", "100m")).message(2, quantity("memory", "64Mi")))
                .message(
                        10,
                        new Message()
                                .message(
                                        1,
                                        new Message()
                                                .message(
                                                        2,
                                                        new Message()
                                                                .text(1, "/live")
                                                                .message(
                                                                        2,
                                                                        new Message()
                                                                                .number(1, 1)
                                                                                .text(3, "http"))))
                                .number(2, 5));
        Message metadata = new Message()
                .text(1, "web-1")
                .text(3, "default")
                .text(6, "42")
                .message(8, new Message().number(1, 1_700_000_000))
                .entry(11, "app", "web")
                .entry(12, "note", "x".repeat(200));
        return new Message()
                .message(1, metadata)
                .message(2, new Message().message(2, container).number(4, 30))
                .message(3, new Message().text(1, "Running"))
                .inEnvelope("v1", "Pod");
    }

    private static Message quantity(String name, String amount) {
        return new Message().text(1, name).message(2, new Message().text(1, amount));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void damagedObjectsAreRefusedOrReadable(long seed) throws Exception {
        var random = new SplittableRandom(seed);
        byte[] whole = pod();
        assertThat(new String(Transcoder.json(whole, 0, whole.length), UTF_8)).contains("\"port\":\"http\"");
        int refused = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            byte[] damaged = damage(whole, random);
            try {
                byte[] json = Transcoder.json(damaged, 0, damaged.length);
                var scanner = new JsonScanner(json, 0, json.length);
                scanner.skipValue();
                assertThat(scanner.atEnd()).as("seed %d, trial %d", seed, trial).isTrue();
            } catch (UnreadableProtobufException e) {
                refused++;
            }
        }
        assertThat(refused).isBetween(TRIALS / 10, TRIALS - 1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void strippedObjectsAreRefusedOrReadable(long seed) throws Exception {
        var random = new SplittableRandom(seed);
        ProtobufEnvelope envelope = ProtobufEnvelope.read(pod(), 0, pod().length);
        byte[] whole = Arrays.copyOfRange(pod(), envelope.from(), envelope.to());
        var paths = FieldPaths.of(
                List.of("metadata.annotations[note]"), List.of(), List.of("metadata.name", "metadata.labels"));
        Transcoder transcoder = Transcoder.of("v1", "Pod", paths, 2).orElseThrow();
        int readable = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            byte[] damaged = damage(whole, random);
            try {
                transcoder.transcode(damaged, 0, damaged.length);
            } catch (UnreadableProtobufException e) {
                continue;
            }
            readable++;
            String description = "seed %d, trial %d".formatted(seed, trial);
            assertIsJson(description, transcoder, 0, transcoder.strippedLength());
            for (int value = 0; value < 2; value++) {
                if (transcoder.has(value)) {
                    assertIsJson(description, transcoder, transcoder.from(value), transcoder.to(value));
                }
            }
        }
        assertThat(readable).isBetween(TRIALS / 10, TRIALS - 1);
    }

    private static void assertIsJson(String description, Transcoder transcoder, int from, int to) throws Exception {
        var scanner = new JsonScanner(transcoder.stripped(), from, to);
        scanner.skipValue();
        assertThat(scanner.atEnd()).as(description).isTrue();
    }

    private static byte[] damage(byte[] whole, SplittableRandom random) {
        byte[] damaged = Arrays.copyOf(whole, random.nextInt(10) == 0 ? random.nextInt(whole.length) : whole.length);
        for (int changes = random.nextInt(1, 4); changes > 0 && damaged.length > 0; changes--) {
            damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
        }
        return damaged;
    }
}
