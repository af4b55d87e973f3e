package io.livekube.core.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SocketInputTest {
    private final List<String> log = new ArrayList<>();

    /// Brings three bytes with each call.
    private final InputStream kernel = new ByteArrayInputStream("abcdef".getBytes(StandardCharsets.US_ASCII)) {
        @Override
        public int read(byte[] target) {
            log.add("kernel");
            return read(target, 0, 3);
        }
    };

    @Test
    void aFollowerIsNotifiedBeforeEachWaitButNotWhileDataIsLeft() throws IOException {
        var in = new SocketInput(kernel);
        in.follow(new ReadPace(System.nanoTime()), () -> log.add("paused"));
        for (int b = in.read(); b >= 0; b = in.read()) {
            log.add(String.valueOf((char) b));
        }
        assertThat(log)
                .containsExactly(
                        "paused", "kernel", "a", "b", "c", "paused", "kernel", "d", "e", "f", "paused", "kernel");
    }

    /// At one full read every [ReadPace#APART] it would take forty seconds.
    @Test
    void aFloodIsReadWithoutWaiting() throws IOException {
        var in = new SocketInput(new InputStream() {
            @Override
            public int read() {
                return 'x';
            }

            @Override
            public int read(byte[] target) {
                return target.length;
            }
        });
        long began = System.nanoTime();
        ReadPace pace = busy(began);
        in.follow(pace, () -> {});
        byte[] record = new byte[16 << 10];
        for (int i = 0; i < 4_000 * 8; i++) {
            assertThat(in.readNBytes(record, 0, record.length)).isEqualTo(record.length);
            pace.event();
        }
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(20));
    }

    private static ReadPace busy(long now) {
        var pace = new ReadPace(now - Duration.ofMillis(150).toNanos());
        for (int i = 0; i < 100; i++) {
            pace.event();
        }
        pace.read(now, false);
        assertThat(pace.pause(now)).isPositive();
        return pace;
    }

    @Test
    void theListenerIsNotCalledAfterUnfollowing() throws IOException {
        var in = new SocketInput(kernel);
        in.follow(new ReadPace(System.nanoTime()), () -> log.add("paused"));
        in.unfollow();
        assertThat(in.readNBytes(6)).hasSize(6);
        assertThat(log).doesNotContain("paused");
    }
}
