package io.livekube.core.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SwarBytesTest {
    @Test
    void everySearchFindsTheSameAsAByteByByteScan() {
        var random = new Random(7);
        for (int run = 0; run < 20_000; run++) {
            byte[] bytes = new byte[random.nextInt(40)];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) (random.nextInt(12) == 0 ? random.nextInt(256) : 'a' + random.nextInt(26));
            }
            int from = random.nextInt(bytes.length + 1);
            int to = from + random.nextInt(bytes.length - from + 1);
            assertThat(SwarBytes.newline(bytes, from, to)).isEqualTo(newline(bytes, from, to));
            assertThat(SwarBytes.special(bytes, from, to)).isEqualTo(special(bytes, from, to));
        }
    }

    @Test
    void everyByteIsClassifiedTheSameAtAnyPosition() {
        for (int value = 0; value < 256; value++) {
            for (int place = 0; place < 11; place++) {
                byte[] bytes = "ordinary AZ~".getBytes(StandardCharsets.US_ASCII);
                bytes[place] = (byte) value;
                assertThat(SwarBytes.special(bytes, 0, bytes.length)).isEqualTo(special(bytes, 0, bytes.length));
            }
        }
    }

    private static int newline(byte[] bytes, int from, int to) {
        int i = from;
        while (i < to && bytes[i] != '\n') {
            i++;
        }
        return i;
    }

    private static int special(byte[] bytes, int from, int to) {
        int i = from;
        while (i < to && bytes[i] >= 0x20 && bytes[i] != '"' && bytes[i] != '\\') {
            i++;
        }
        return i;
    }
}
