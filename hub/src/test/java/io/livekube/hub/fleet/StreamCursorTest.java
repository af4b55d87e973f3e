package io.livekube.hub.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import com.dynatrace.hash4j.hashing.Hashing;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Cursors survive a round trip, or are rejected.
class StreamCursorTest {
    private static StreamCursor some(int marks) {
        Map<Long, StreamCursor.Mark> map = new HashMap<>();
        for (int i = 0; i < marks; i++) {
            map.put(StreamCursor.key("pods", "c" + i), new StreamCursor.Mark(i, -1L - i));
        }
        return new StreamCursor(map);
    }

    @Test
    void cursorSurvivesARoundTrip() {
        for (StreamCursor cursor : new StreamCursor[] {StreamCursor.EMPTY, some(1), some(100)}) {
            assertThat(StreamCursor.decode(cursor.encode())).hasValue(cursor);
        }
    }

    @Test
    void cursorOfSevenHundredKindsFitsInAUrl() {
        Map<Long, StreamCursor.Mark> marks = new HashMap<>();
        for (int i = 0; i < 700; i++) {
            marks.put(StreamCursor.key("pods", "c" + i), new StreamCursor.Mark(-i, 1_000_000_000L + i));
        }
        StreamCursor cursor = new StreamCursor(marks);
        assertThat(cursor.encode().length()).isLessThan(16 << 10);
        assertThat(StreamCursor.decode(cursor.encode())).hasValue(cursor);
    }

    @Test
    void oversizedCursorContainsSomeOfTheMarks() {
        StreamCursor cursor = some(5_000);
        assertThat(cursor.encode().length()).isLessThanOrEqualTo(StreamCursor.LONGEST);
        assertThat(StreamCursor.decode(cursor.encode()).orElseThrow().marks().entrySet())
                .hasSizeGreaterThan(500)
                .isSubsetOf(cursor.marks().entrySet());
    }

    @Test
    void modifiedCursorIsInvalid() {
        String text = some(3).encode();
        for (int i = 0; i < text.length() - 1; i++) {
            char other = text.charAt(i) == 'A' ? 'B' : 'A';
            assertThat(StreamCursor.decode(text.substring(0, i) + other + text.substring(i + 1)))
                    .isEmpty();
            assertThat(StreamCursor.decode(text.substring(0, i))).isEmpty();
        }
        assertThat(StreamCursor.decode("nonsense")).isEmpty();
        assertThat(StreamCursor.decode("ä%$")).isEmpty();
        assertThat(StreamCursor.decode(text + "AAAA")).isEmpty();
    }

    @Test
    void anotherClusterUnderTheSameNameIsAnotherIncarnation() {
        assertThat(StreamCursor.incarnation("u1", 0))
                .isNotEqualTo(StreamCursor.incarnation("u2", 0))
                .isNotEqualTo(StreamCursor.incarnation("u1", 1));
    }

    @Test
    void cursorOfAnotherReleaseStartsOverWithoutAnError() {
        assertThat(StreamCursor.decode(otherForm((byte) 1))).hasValue(StreamCursor.EMPTY);
        assertThat(StreamCursor.decode(otherForm((byte) 3))).hasValue(StreamCursor.EMPTY);
    }

    private static String otherForm(byte form) {
        byte[] content = {form, 5, 6, 7};
        int check = (int) Hashing.xxh3_64().hashBytesToLong(content);
        byte[] text = ByteBuffer.allocate(content.length + Integer.BYTES)
                .put(content)
                .putInt(check)
                .array();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text);
    }
}
