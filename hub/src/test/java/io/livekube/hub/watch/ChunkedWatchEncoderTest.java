package io.livekube.hub.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.protocol.Part;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ChunkedWatchEncoderTest {
    /// Returns its input.
    private record Echo(String text) implements WatchEncoder {
        @Override
        public byte[] event(WatchEvent event) {
            return text.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public byte[] bookmark(Part.Kind kind, long version, boolean initialEnd) {
            return "mark".getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public byte[] error(byte[] status) {
            return status;
        }
    }

    private static String chunk(String text) {
        byte[] chunk = new ChunkedWatchEncoder(new Echo("")).error(text.getBytes(StandardCharsets.UTF_8));
        return new String(chunk, StandardCharsets.UTF_8);
    }

    @Test
    void chunkStartsWithItsLengthInBytes() {
        assertThat(chunk("x")).isEqualTo("1\r\nx\r\n");
        assertThat(chunk("ä")).isEqualTo("2\r\nä\r\n");
        assertThat(chunk("y".repeat(4_096))).startsWith("1000\r\ny").endsWith("y\r\n");
    }

    @Test
    void emptyFrameIsNotAChunkBecauseThatWouldEndTheResponse() {
        assertThat(chunk("")).isEmpty();
    }

    @Test
    void equalEncodersFormOneGroup() {
        assertThat(new ChunkedWatchEncoder(JsonWatchEncoder.WHOLE))
                .isEqualTo(new ChunkedWatchEncoder(JsonWatchEncoder.WHOLE));
        assertThat(new ChunkedWatchEncoder(new Echo("a"))).isNotEqualTo(new ChunkedWatchEncoder(new Echo("b")));
    }
}
