package io.livekube.hub.watch;

import static io.livekube.hub.TestingBatches.SESSION;
import static io.livekube.hub.TestingBatches.full;
import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.model.Resource;
import io.livekube.hub.TestingHub;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.mirror.KindMirror;
import io.netty.buffer.ByteBuf;
import io.netty.channel.DefaultEventLoop;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What a watcher receives when its event loop is delayed.
@Timeout(60)
class WatchStreamTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private final TestingHub hub = TestingHub.start();
    private final DefaultEventLoop thread = new DefaultEventLoop();
    private final List<String> told = new ArrayList<>();

    @AfterEach
    void stop() {
        var _ = thread.shutdownGracefully();
        hub.close();
    }

    /// A watcher that is always writable.
    private final class TestingWire implements Wire {
        @Override
        public boolean closed() {
            return false;
        }

        @Override
        public boolean full() {
            return false;
        }

        @Override
        public void write(ByteBuf bytes) {
            told.add(bytes.toString(StandardCharsets.UTF_8));
            bytes.release();
        }

        @Override
        public void end() {
            told.add("end");
        }

        @Override
        public void listen(Runnable room, Runnable gone) {}
    }

    private WatchStream watch() {
        assertThat(hub.post("demo", full(SESSION, 3)).statusCode()).isEqualTo(200);
        Cluster cluster = hub.hub().clusters().find("demo").orElseThrow();
        KindMirror pods = cluster.mirror().kind(Resource.core("v1", "pods")).orElseThrow();
        var topic = new Topic(cluster, pods, new FrameBudget(1 << 20), new Traffic(), _ -> {});
        return new WatchStream(
                new WatchStream.Setting(
                        topic,
                        new Loop(thread, InstantSource.system()),
                        new WatchOptions(WatchFilter.ALL, true, HOUR, Optional.empty(), false),
                        JsonFrames.WHOLE,
                        pods.log().positionAfter(50_000).orElseThrow(),
                        50_000,
                        Optional.empty(),
                        Duration.ofMinutes(1),
                        HOUR,
                        () -> new byte[0],
                        () -> {},
                        () -> {}),
                new TestingWire());
    }

    @Test
    void theLastBookmarkComesBeforeTheEndAlsoWhereBothAreDueAtOnce() throws Exception {
        WatchStream watch = watch();
        long afterwards = System.nanoTime() + HOUR.multipliedBy(2).toNanos();
        thread.submit(() -> {
                    watch.start();
                    watch.sweep(afterwards);
                })
                .get();
        assertThat(told).hasSize(2).last().isEqualTo("end");
        assertThat(told.getFirst()).contains("\"type\":\"BOOKMARK\"").contains("\"resourceVersion\":\"50000\"");
    }
}
