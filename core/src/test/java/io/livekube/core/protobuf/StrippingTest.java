package io.livekube.core.protobuf;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.livekube.core.json.FieldPaths;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What [Transcoder] drops and extracts at the places where that is not obvious.
class StrippingTest {
    private static final List<String> DROPPED =
            List.of("metadata.managedFields", "metadata.annotations[note]", "spec.containers.env");
    private static final List<String> EXTRACTED = List.of(
            "metadata.name",
            "metadata.labels",
            "metadata.ownerReferences",
            "metadata.annotations[at]",
            "spec.nodeName");

    private final Transcoder transcoder = Transcoder.of(
                    "v1", "Pod", FieldPaths.of(DROPPED, List.of(), EXTRACTED), EXTRACTED.size())
            .orElseThrow();

    private static Message pod(Message metadata) {
        return new Message()
                .message(1, metadata)
                .message(2, new Message().text(10, "node-1"))
                .message(3, new Message().text(1, "Running"));
    }

    @Test
    void droppedFieldsLeaveNoTrace() throws Exception {
        Message metadata = new Message().text(1, "p");
        Message managed = new Message().text(1, "p").message(17, new Message().text(1, "m".repeat(500)));
        assertThat(stripped(pod(managed))).isEqualTo(stripped(pod(metadata)));
    }

    @Test
    void aMapWhoseOnlyEntryIsDroppedIsStillThere() throws Exception {
        assertThat(stripped(pod(new Message().text(1, "p").entry(12, "note", "n".repeat(300)))))
                .contains("\"annotations\":{}")
                .doesNotContain("note");
    }

    @Test
    void valuesAreExtractedAsJson() throws Exception {
        Message metadata = new Message()
                .text(1, "p<1>")
                .entry(11, "app", "web")
                .entry(11, "tier", "front")
                .entry(12, "at", "123")
                .entry(12, "note", "gone")
                .message(13, new Message().text(1, "ReplicaSet").text(3, "rs"));
        String json = stripped(pod(metadata));
        String values = IntStream.range(0, EXTRACTED.size())
                .filter(transcoder::has)
                .mapToObj(i -> i + json.substring(transcoder.from(i), transcoder.to(i)))
                .collect(Collectors.joining(" "));
        assertThat(values)
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
        Message pod = new Message()
                .message(1, new Message().text(1, "p"))
                .message(2, new Message().message(2, container).message(2, container));
        assertThat(stripped(pod))
                .contains("\"containers\":[{\"name\":\"c\",\"resources\":{}},{\"name\":\"c\",\"resources\":{}}]");
    }

    @Test
    void jsonThatReachesIntoADroppedFieldIsRefused() {
        var paths = FieldPaths.of(List.of("metadata.managedFields.subresource"), List.of(), List.of());
        Transcoder pods = Transcoder.of("v1", "Pod", paths, 0).orElseThrow();
        byte[] pod = HexFormat.of().parseHex("0a300a01703201378a01273a030a232242" + "31".repeat(20) + "22".repeat(15));
        assertThatThrownBy(() -> pods.transcode(pod, 0, pod.length)).isInstanceOf(UnreadableProtobufException.class);
    }

    @Test
    void pathsThatProtobufCannotFollowAreLeftToJson() throws Exception {
        byte[] revision = new Message()
                .message(1, new Message().text(1, "r"))
                .message(2, new Message().text(1, "{\"password\":\"x\"}"))
                .bytes();
        for (String path : List.of("data", "data.password")) {
            Transcoder revisions = Transcoder.of(
                            "apps/v1", "ControllerRevision", FieldPaths.of(List.of(), List.of(path), List.of()), 0)
                    .orElseThrow();
            assertThatThrownBy(() -> revisions.transcode(revision, 0, revision.length))
                    .as(path)
                    .isInstanceOf(UnreadableProtobufException.class)
                    .hasMessageContaining("data");
        }
    }

    private String stripped(Message object) throws UnreadableProtobufException {
        byte[] bytes = object.bytes();
        transcoder.transcode(bytes, 0, bytes.length);
        return new String(transcoder.stripped(), 0, transcoder.strippedLength(), UTF_8);
    }
}
