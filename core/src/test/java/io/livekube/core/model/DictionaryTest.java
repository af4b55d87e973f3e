package io.livekube.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DictionaryTest {
    private static final Resource PODS = Resource.core("v1", "pods");
    private static final int SAMPLES = 100;

    private final ObjectFormat format = new ObjectFormat(
            PODS, new FormatConfig(FormatConfig.DROPPED_BY_DEFAULT, List.of("spec.nodeName"), SAMPLES, 16 * 1024));

    @Test
    void theFirstObjectsWaitPlainAndArePackedTogether() throws Exception {
        List<KubeObject> early = decodeMany("red", 0, SAMPLES - 1);
        int plain = early.getFirst().storedBytes();
        assertThat(format.dictionaryBytes()).isZero();
        decodeMany("red", SAMPLES - 1, SAMPLES);
        assertThat(format.dictionaryBytes()).isPositive();
        assertThat(early.getFirst().storedBytes()).isLessThan(plain / 4);
        assertThat(text(early.getFirst())).isEqualTo(json("red", 0));
        assertThat(decodeMany("red", 500, 501).getFirst().storedBytes()).isLessThan(plain / 4);
    }

    @Test
    void changedObjectsWaitPlainUntilThereAreManyOrAllAreWanted() throws Exception {
        int packed = decodeMany("red", 0, SAMPLES + 1).getLast().storedBytes();
        List<KubeObject> changed = new ArrayList<>();
        while (changed.isEmpty() || changed.getFirst().storedBytes() > 2 * packed) {
            assertThat(changed).as("still plain").hasSizeLessThan(100);
            changed.add(decodeChange(changed.size()));
            format.packManyChanges();
        }
        assertThat(changed).hasSizeGreaterThan(10);
        KubeObject alone = decodeChange(1_000);
        assertThat(alone.storedBytes()).isGreaterThan(2 * packed);
        format.packManyChanges();
        assertThat(alone.storedBytes()).isGreaterThan(2 * packed);
        format.packAllChanges();
        assertThat(alone.storedBytes()).isLessThan(2 * packed);
        assertThat(text(alone)).isEqualTo(json("red", 1_000));
        assertThat(text(changed.getFirst())).isEqualTo(json("red", 0));
    }

    @Test
    void aFewObjectsSettleWithoutADictionary() throws Exception {
        KubeObject one = decodeMany("red", 0, 1).getFirst();
        int plain = one.storedBytes();
        format.settle();
        assertThat(format.dictionaryBytes()).isZero();
        assertThat(one.storedBytes()).isLessThan(plain);
        assertThat(text(one)).isEqualTo(json("red", 0));
    }

    @Test
    void fewLargeObjectsSettleRegardlessOfTheirNumber() throws Exception {
        String filler = "x".repeat(20_000);
        for (int count = 1; count <= 20; count++) {
            var nodes = new ObjectFormat(PODS, FormatConfig.defaultsFor(PODS));
            var objects = new ArrayList<KubeObject>();
            for (int i = 0; i < count; i++) {
                byte[] json = json(filler, i).getBytes(StandardCharsets.UTF_8);
                objects.add(nodes.decode(json, 0, json.length));
            }
            nodes.settle();
            assertThat(text(objects.getLast())).isEqualTo(json(filler, count - 1));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {100_000, 110_000, 200_000, 250_000})
    void largeObjectsDoNotWaitInGreatNumber(int length) throws Exception {
        var large = new ObjectFormat(PODS, FormatConfig.defaultsFor(PODS));
        List<KubeObject> held = new ArrayList<>();
        long most = 0;
        for (int i = 0; i < 150; i++) {
            held.add(decodeLarge(large, length, i));
            most = Math.max(most, stored(held));
        }
        assertThat(most).as("the most bytes held at a time").isLessThan(6_000_000);
        assertThat(large.dictionaryBytes())
                .as("there is a dictionary all the same")
                .isPositive();
        assertThat(stored(held)).isLessThan(500_000);
        assertThat(text(held.getFirst())).isEqualTo(large(length, 0));
        assertThat(text(held.getLast())).isEqualTo(large(length, 149));
    }

    @Test
    void aFewLargeObjectsThatSettleGetADictionary() throws Exception {
        var large = new ObjectFormat(PODS, FormatConfig.defaultsFor(PODS));
        for (int i = 0; i < 16; i++) {
            decodeLarge(large, 150_000, i);
        }
        large.settle();
        assertThat(large.dictionaryBytes()).isPositive();
    }

    @Test
    void settlingMakesNoSecondCopyOfWaitingObjects() throws Exception {
        decodeMany("red", 0, SAMPLES); // the first dictionary in a JVM also loads zstd
        var waiting = new ObjectFormat(PODS, FormatConfig.defaultsFor(PODS));
        List<KubeObject> held = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            held.add(decodeLarge(waiting, 10_000, i));
        }
        assertThat(stored(held)).as("all of it waits").isGreaterThan(3_000_000);

        var allocations = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
        long before = allocations.getCurrentThreadAllocatedBytes();
        waiting.settle();
        assertThat(allocations.getCurrentThreadAllocatedBytes() - before).isLessThan(1_000_000);
        assertThat(waiting.dictionaryBytes()).isPositive();
        assertThat(text(held.getLast())).isEqualTo(large(10_000, 299));
    }

    @Test
    void aKindOfLargeObjectsDoesNotTrainForEver() throws Exception {
        byte[] noise = new byte[30_000];
        for (int i = 0; i < 1_200; i++) {
            new Random(i / 2).nextBytes(noise);
            byte[] bytes = json("red", i)
                    .replace("\"c\":\"", "\"c\":\"" + HexFormat.of().formatHex(noise))
                    .getBytes(StandardCharsets.UTF_8);
            format.decode(bytes, 0, bytes.length);
        }
        assertThat(format.dictionaries()).isBetween(2, 3);
    }

    @Test
    void smallObjectsBehindLargeOnesGetADictionaryOfTheirOwn() throws Exception {
        for (int i = 0; i < 40; i++) {
            decodeLarge(format, 200_000, i);
        }
        List<KubeObject> small = decodeMany("red", 0, 5 * SAMPLES);
        assertThat(small.getLast().storedBytes()).isLessThan(small.getFirst().storedBytes() / 2);
    }

    @Test
    void aKindThatGrowsAfterSettlingGetsItsDictionary() throws Exception {
        decodeMany("red", 0, 3);
        format.settle();
        List<KubeObject> grown = decodeMany("red", 3, 3 + 3 * SAMPLES);
        assertThat(format.dictionaryBytes()).isPositive();
        assertThat(grown.getLast().storedBytes()).isLessThan(grown.getFirst().storedBytes() / 2);
    }

    @Test
    void repackedObjectsAreSmallerAndUnchanged() throws Exception {
        List<KubeObject> held = new ArrayList<>();
        for (String namespace : List.of("red", "green", "blue", "grey")) { // of which the first dictionary knows one
            held.addAll(decodeMany(namespace, 0, 400));
        }
        long before = held.stream().mapToLong(KubeObject::storedBytes).sum();

        long saved = format.repack(held);

        long after = held.stream().mapToLong(KubeObject::storedBytes).sum();
        assertThat(saved).isEqualTo(before - after).isGreaterThan(before / 20);
        for (int i = 0; i < held.size(); i++) {
            String namespace = List.of("red", "green", "blue", "grey").get(i / 400);
            assertThat(text(held.get(i))).isEqualTo(json(namespace, i % 400));
        }
    }

    @Test
    void aKindThatDriftsIsRetrained() throws Exception {
        decodeMany("red", 0, SAMPLES + 2_000);
        int first = format.dictionaryBytes();
        List<KubeObject> drifted = decodeMany("blue", 0, 3_000);
        assertThat(format.dictionaries()).isEqualTo(2);
        assertThat(format.dictionaryBytes())
                .as("what packed with the first is gone")
                .isGreaterThan(first)
                .isLessThan(2 * first);
        assertThat(drifted.getLast().storedBytes())
                .isLessThan(drifted.getFirst().storedBytes());
        for (int i = 0; i < drifted.size(); i += 97) {
            assertThat(text(drifted.get(i))).isEqualTo(json("blue", i));
        }
    }

    @Test
    void formatsOfOneKindCanShareTheirDictionaries() throws Exception {
        var config = FormatConfig.defaultsFor(PODS);
        var shared = new BodyDictionaries();
        var first = new ObjectFormat(PODS, config, shared);
        List<KubeObject> trainedFrom = decodeMany(first, "red", 0, config.dictionarySamples());
        int one = first.dictionaryBytes();
        assertThat(one).isPositive();

        var second = new ObjectFormat(PODS, config, shared);
        KubeObject packedAtOnce = decodeMany(second, "red", 7_000, 7_001).getFirst();
        assertThat(second.dictionaryBytes()).isEqualTo(one);
        assertThat(packedAtOnce.storedBytes()).isLessThan(trainedFrom.getLast().storedBytes() * 2);

        decodeMany(second, "red", 0, 2_000);
        decodeMany(second, "blue", 0, 3_000);
        assertThat(first.dictionaries()).as("the second one drifted").isEqualTo(2);
        KubeObject later = decodeMany(first, "blue", 5_000, 5_001).getFirst();
        assertThat(text(later)).isEqualTo(json("blue", 5_000));
        assertThat(text(trainedFrom.getFirst())).isEqualTo(json("red", 0));
        assertThat(text(packedAtOnce)).isEqualTo(json("red", 7_000));
    }

    @Test
    void incompressibleBodiesAreStoredPlain() {
        byte[] noise = new byte[5_000];
        new Random(1).nextBytes(noise);
        var codec = new BodyCodec(new BodyDictionaries());
        byte[] head = {1, 2, 3};
        byte[] stored = codec.pack(head, 3, noise, noise.length);
        assertThat(BodyCodec.isPlain(stored, 3)).isTrue();
        assertThat(codec.unpack(stored, 3)).isEqualTo(noise);
        assertThat(stored).startsWith(head);
        assertThat(codec.unpack(codec.pack(head, 3, new byte[0], 0), 3)).isEmpty();
    }

    @Test
    void readersSeeTheSameTextWhileBodiesAreExchanged() throws Exception {
        List<KubeObject> waiting = decodeMany("red", 0, SAMPLES - 1);
        var reading = new CountDownLatch(2);
        var over = new AtomicBoolean();
        List<CompletableFuture<Long>> readers = new ArrayList<>();
        for (int r = 0; r < 2; r++) {
            Supplier<Long> reader = () -> {
                reading.countDown();
                long read = 0;
                do {
                    for (int i = 0; i < waiting.size(); i++, read++) {
                        assertThat(text(waiting.get(i))).isEqualTo(json("red", i));
                    }
                } while (!over.get());
                return read;
            };
            // A pool might have one thread only.
            readers.add(CompletableFuture.supplyAsync(
                    reader, task -> Thread.ofPlatform().daemon().start(task)));
        }
        reading.await();

        decodeMany("red", SAMPLES - 1, SAMPLES + 500);
        over.set(true);
        for (CompletableFuture<Long> reader : readers) {
            assertThat(reader.join()).isPositive();
        }
        assertThat(waiting).allMatch(o -> !BodyCodec.isPlain(o.bytes(), o.headBytes()));
    }

    private List<KubeObject> decodeMany(String flavour, int from, int to) throws MalformedObjectException {
        return decodeMany(format, flavour, from, to);
    }

    private static List<KubeObject> decodeMany(ObjectFormat format, String flavour, int from, int to)
            throws MalformedObjectException {
        List<KubeObject> objects = new ArrayList<>();
        for (int i = from; i < to; i++) {
            byte[] bytes = json(flavour, i).getBytes(StandardCharsets.UTF_8);
            objects.add(format.decode(bytes, 0, bytes.length));
        }
        return objects;
    }

    private static KubeObject decodeLarge(ObjectFormat format, int length, int i) throws MalformedObjectException {
        byte[] bytes = large(length, i).getBytes(StandardCharsets.UTF_8);
        return format.decode(bytes, 0, bytes.length);
    }

    private static String large(int length, int i) {
        return json("large", i).replace("\"spec\":{", "\"spec\":{\"filler\":\"" + "x".repeat(length) + "\",");
    }

    private static long stored(List<KubeObject> objects) {
        return objects.stream().mapToLong(KubeObject::storedBytes).sum();
    }

    private KubeObject decodeChange(int i) throws MalformedObjectException {
        byte[] bytes = json("red", i).getBytes(StandardCharsets.UTF_8);
        return format.decodeChange(bytes, 0, bytes.length);
    }

    /// Mostly the same for all objects of a flavor, with a unique part for each.
    private static String json(String flavour, int i) {
        byte[] own = new byte[24];
        new Random(i).nextBytes(own);
        byte[] common = new byte[400];
        new Random(flavour.hashCode()).nextBytes(common);
        return "{\"metadata\":{\"name\":\"%s-%d\",\"resourceVersion\":\"%d\"},\"spec\":{\"nodeName\":\"n\",\"c\":\"%s\",\"o\":\"%s\"}}"
                .formatted(
                        flavour,
                        i,
                        i + 1,
                        HexFormat.of().formatHex(common),
                        HexFormat.of().formatHex(own));
    }

    private static String text(KubeObject object) {
        return new String(object.json(), StandardCharsets.UTF_8);
    }
}
