package io.livekube.core.protobuf;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Lists and watches, cut into chunks in every way.
class StreamsTest {
    private static final int MOST = 1 << 20;

    private static byte[] list(int items) {
        Message list = new Message().message(1, new Message().text(2, "17").text(3, "next"));
        for (int i = 0; i < items; i++) {
            list.text(2, "item " + i + " " + "x".repeat(i * 50));
        }
        return list.inEnvelope("v1", "PodList");
    }

    @Test
    void aListIsTheSameInAnyChunking() throws Exception {
        byte[] list = list(5);
        for (int size = 1; size <= list.length; size++) {
            List<String> items = new ArrayList<>();
            List<ListSplitter.Head> heads = new ArrayList<>();
            var splitter = new ListSplitter(
                    heads::add, (bytes, from, to) -> items.add(new String(bytes, from, to - from, UTF_8)), MOST);
            for (int at = 0; at < list.length; at += size) {
                splitter.feed(list, at, Math.min(list.length, at + size));
            }
            splitter.end();
            assertThat(items)
                    .hasSize(5)
                    .last()
                    .asString()
                    .startsWith("item 4 xxx")
                    .hasSize(207);
            assertThat(heads).containsExactly(new ListSplitter.Head("v1", "PodList", "17", "next"));
            assertThat(splitter.total()).isEqualTo(list.length);
        }
    }

    @Test
    void aListThatBreaksOffIsNotTakenForAWholeOne() throws Exception {
        byte[] list = list(3);
        int listEnds = list.length - new Message().text(3, "").text(4, "").bytes().length;
        for (int length = 0; length < listEnds; length++) {
            var splitter = new ListSplitter(_ -> {}, (_, _, _) -> {}, MOST);
            splitter.feed(list, 0, length);
            assertThatThrownBy(splitter::end).as("%d bytes", length).isInstanceOf(EOFException.class);
        }
    }

    @Test
    void inputThatIsNoListOrTooLargeIsRefused() {
        byte[] list = list(9);
        assertThatThrownBy(() -> new ListSplitter(_ -> {}, (_, _, _) -> {}, 300).feed(list, 0, list.length))
                .isInstanceOf(UnreadableProtobufException.class)
                .hasMessageContaining("limit of 300 bytes");
        byte[] json = "{\"kind\":\"PodList\"}".getBytes(UTF_8);
        assertThatThrownBy(() -> new ListSplitter(_ -> {}, (_, _, _) -> {}, MOST).feed(json, 0, json.length))
                .isInstanceOf(UnreadableProtobufException.class);
    }

    @Test
    void eventsAreTheSameInAnyChunking() throws Exception {
        ByteBuffer buffer = ByteBuffer.allocate(4096);
        for (String type : List.of("ADDED", "MODIFIED", "DELETED", "BOOKMARK", "ERROR")) {
            byte[] event = new Message()
                    .text(1, type)
                    .message(2, new Message().text(1, "object of " + type))
                    .bytes();
            buffer.putInt(event.length).put(event);
        }
        byte[] stream = Arrays.copyOf(buffer.array(), buffer.position());
        for (int size = 1; size <= stream.length; size++) {
            List<String> events = new ArrayList<>();
            var frames = new WatchSplitter(
                    (type, bytes, from, to) -> events.add(type + ": " + new String(bytes, from, to - from, UTF_8)),
                    MOST);
            for (int at = 0; at < stream.length; at += size) {
                frames.feed(stream, at, Math.min(stream.length, at + size));
            }
            frames.end();
            assertThat(events)
                    .containsExactly(
                            "ADDED: object of ADDED",
                            "MODIFIED: object of MODIFIED",
                            "DELETED: object of DELETED",
                            "BOOKMARK: object of BOOKMARK",
                            "ERROR: object of ERROR");
        }
        var cut = new WatchSplitter((_, _, _, _) -> {}, MOST);
        cut.feed(stream, 0, stream.length - 1);
        assertThatThrownBy(cut::end).isInstanceOf(EOFException.class);
        var bounded = new WatchSplitter((_, _, _, _) -> {}, 10);
        assertThatThrownBy(() -> bounded.feed(stream, 0, stream.length))
                .isInstanceOf(UnreadableProtobufException.class)
                .hasMessageContaining("the limit is 10");
    }
}
