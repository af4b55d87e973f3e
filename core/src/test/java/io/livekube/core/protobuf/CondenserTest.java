package io.livekube.core.protobuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.livekube.core.json.FieldPaths;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The real types, each with all of its fields, are condensed in the lab's `SchemaTest`.
class CondenserTest {
    private static final List<String> DROPPED =
            List.of("metadata.managedFields", "metadata.annotations[note]", "spec.containers.env");
    private static final List<String> EXTRACTED = List.of(
            "metadata.name",
            "metadata.labels",
            "metadata.ownerReferences",
            "metadata.annotations[at]",
            "spec.nodeName");

    private final Transcoder transcoder = transcoder("Pod", List.of());
    private final Condenser condenser = new Condenser(transcoder.another());

    private static Transcoder transcoder(String kind, List<String> blanked) {
        var paths = FieldPaths.of(DROPPED, blanked, EXTRACTED);
        return Transcoder.of("v1", kind, paths, EXTRACTED.size()).orElseThrow();
    }

    private static Message pod(Message metadata) {
        return new Message()
                .message(1, metadata)
                .message(2, new Message().text(10, "node-1"))
                .message(3, new Message().text(1, "Running"));
    }

    @Test
    void droppedFieldsAreGoneAndTheRestIsAsItWas() throws Exception {
        Message metadata = new Message().text(1, "p");
        byte[] without = pod(metadata).bytes();
        byte[] managed = pod(new Message().text(1, "p").message(17, new Message().text(1, "m".repeat(500))))
                .bytes();
        assertThat(condensed(without)).isEqualTo(without);
        assertThat(condensed(managed)).isEqualTo(without);
    }

    @Test
    void aMapWhoseOnlyEntryIsDroppedIsKept() throws Exception {
        byte[] pod = pod(new Message().text(1, "p").entry(12, "note", "n".repeat(300)))
                .bytes();
        assertThat(condensed(pod)).hasSizeLessThan(100);
        assertThat(json(condensed(pod)))
                .isEqualTo(json(pod))
                .contains("\"annotations\":{}")
                .doesNotContain("note");
    }

    @Test
    void valuesAreExtractedAsJson() throws Exception {
        byte[] pod = pod(new Message()
                        .text(1, "p<1>")
                        .entry(11, "app", "web")
                        .entry(11, "tier", "front")
                        .entry(12, "at", "123")
                        .entry(12, "note", "gone")
                        .message(13, new Message().text(1, "ReplicaSet").text(3, "rs")))
                .bytes();
        assertThat(condenser.condense(pod, 0, pod.length)).isTrue();
        assertThat(Condensed.texts(condenser, condenser.extracted(), EXTRACTED.size()))
                .isEqualTo("0\"p\\u003c1\\u003e\" 1{\"app\":\"web\",\"tier\":\"front\"} "
                        + "2[{\"apiVersion\":\"\",\"kind\":\"ReplicaSet\",\"name\":\"rs\",\"uid\":\"\"}] "
                        + "3\"123\" 4\"node-1\"");
    }

    @Test
    void fieldsWithinListsAreDroppedToo() throws Exception {
        Message container = new Message()
                .text(1, "c")
                .message(7, new Message().text(1, "KEY").text(2, "value".repeat(50)))
                .message(7, new Message().text(1, "OTHER"));
        byte[] pod = new Message()
                .message(1, new Message().text(1, "p"))
                .message(2, new Message().message(2, container).message(2, container))
                .bytes();
        assertThat(condensed(pod)).hasSizeLessThan(30);
        assertThat(json(condensed(pod)))
                .isEqualTo(json(pod))
                .contains("\"containers\":[{\"name\":\"c\",\"resources\":{}},{\"name\":\"c\",\"resources\":{}}]");
    }

    @Test
    void lengthsOfSeveralBytesBecomeAsShortAsTheyCanBe() throws Exception {
        for (int length : new int[] {0, 100, 120, 128, 130, 16_000, 16_400, 100_000}) {
            Message rest = new Message().text(1, "p").entry(12, "a", "x".repeat(length));
            byte[] without = pod(rest).bytes();
            byte[] managed = pod(new Message()
                            .text(1, "p")
                            .entry(12, "a", "x".repeat(length))
                            .message(17, new Message().text(1, "m".repeat(20_000))))
                    .bytes();
            assertThat(condensed(managed)).as("%d", length).isEqualTo(without);
        }
    }

    @Test
    void jsonThatReachesIntoADroppedFieldIsInDoubt() throws Exception {
        var paths = FieldPaths.of(List.of("metadata.managedFields.subresource"), List.of(), List.of());
        Transcoder pods = Transcoder.of("v1", "Pod", paths, 0).orElseThrow();
        byte[] pod = HexFormat.of().parseHex("0a300a01703201378a01273a030a232242" + "31".repeat(20) + "22".repeat(15));
        assertThat(new Condenser(pods.another()).condense(pod, 0, pod.length)).isFalse();
        assertThatThrownBy(() -> pods.transcode(pod, 0, pod.length)).isInstanceOf(UnreadableProtobufException.class);
    }

    @Test
    void valuesWithinListsAreLeftToTheJsonWriter() throws Exception {
        var paths = FieldPaths.of(List.of(), List.of(), List.of("spec.containers.name"));
        Transcoder pods = Transcoder.of("v1", "Pod", paths, 1).orElseThrow();
        byte[] pod = new Message()
                .message(2, new Message().message(2, new Message().text(1, "c")))
                .bytes();
        assertThat(new Condenser(pods).condense(pod, 0, pod.length)).isFalse();
    }

    @Test
    void pathsThatProtobufCanNotFollowAreLeftToJson() throws Exception {
        byte[] revision = new Message()
                .message(1, new Message().text(1, "r"))
                .message(2, new Message().text(1, "{\"password\":\"x\"}"))
                .bytes();
        for (String path : List.of("data", "data.password")) {
            Transcoder revisions = Transcoder.of(
                            "apps/v1", "ControllerRevision", FieldPaths.of(List.of(), List.of(path), List.of()), 0)
                    .orElseThrow();
            assertThat(new Condenser(revisions.another()).condense(revision, 0, revision.length))
                    .as(path)
                    .isFalse();
            assertThatThrownBy(() -> revisions.transcode(revision, 0, revision.length))
                    .as(path)
                    .isInstanceOf(UnreadableProtobufException.class)
                    .hasMessageContaining("data");
        }
    }

    @Test
    void blankedValuesAreNeverKept() throws Exception {
        byte[] secret = new Message()
                .message(1, new Message().text(1, "s"))
                .entry(2, "k", "v")
                .bytes();
        for (String blanked : List.of("data", "data[k]", "metadata")) {
            var into = new Condenser(transcoder("Secret", List.of(blanked)));
            assertThat(into.condense(secret, 0, secret.length)).as(blanked).isFalse();
        }
    }

    @Test
    void doubtfulObjectsAreNotCondensed() throws Exception {
        byte[] twice = pod(new Message().text(1, "p").text(1, "q")).bytes();
        byte[] outOfOrder = new Message()
                .message(3, new Message().text(1, "Running"))
                .message(1, new Message().text(1, "p"))
                .bytes();
        byte[] unknown =
                new Message().message(2, new Message().text(999, "new")).bytes();
        byte[] notText = new Message()
                .message(3, new Message().bytes(3, new byte[] {'a', (byte) 0xff}))
                .bytes();
        byte[] year = new Message()
                .message(3, new Message().message(7, new Message().number(1, 253_402_300_800L)))
                .bytes();
        byte[] large = pod(new Message().text(1, "p").entry(12, "a", "x".repeat(300 * 1024)))
                .bytes();
        for (byte[] pod : List.of(twice, outOfOrder, unknown, notText, year, large)) {
            assertThat(condenser.condense(pod, 0, pod.length)).isFalse();
        }
        byte[] cut = {0x0a, 0x05};
        assertThatThrownBy(() -> condenser.condense(cut, 0, cut.length))
                .isInstanceOf(UnreadableProtobufException.class);
    }

    private byte[] condensed(byte[] pod) throws UnreadableProtobufException {
        assertThat(condenser.condense(pod, 0, pod.length)).isTrue();
        return Arrays.copyOf(condenser.stripped(), condenser.strippedLength());
    }

    private String json(byte[] pod) throws UnreadableProtobufException {
        transcoder.transcode(pod, 0, pod.length);
        return Condensed.text(transcoder);
    }
}
