package io.livekube.hub.watch;

import static io.livekube.hub.TestingBatches.SESSION;
import static io.livekube.hub.TestingBatches.full;
import static io.livekube.hub.TestingBatches.pod;
import static io.livekube.hub.TestingPatience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.Resource;
import io.livekube.core.store.Draft;
import io.livekube.hub.TestingHub;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.hub.subscription.Subscriptions;
import io.livekube.hub.transport.SubscriberConnection;
import io.netty.buffer.ByteBuf;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Watches on many event loops that share frames: each receives every event once and in order, regardless of
/// the others.
@Timeout(120)
class ManyEventLoopsTest {
    private static final Pattern VERSION = Pattern.compile("\"resourceVersion\":\"(\\d+)\"");
    private static final long FIRST = 50_000;
    private static final int CHANGES = 3_000;

    /// Small, so that frames are constantly dropped and encoded again.
    private static final int SHARED_BYTES = 256 << 10;

    private final TestingHub hub = TestingHub.start();
    private final Random random = new Random(7);
    private final List<EventLoop> loops = Stream.generate(DefaultEventLoop::new)
            .limit(4)
            .map(loop -> (EventLoop) loop)
            .toList();
    private final Subscriptions subscriptions = new Subscriptions(SHARED_BYTES);
    private final Watches watches =
            new Watches(WatchConfig.defaults(), WatchTimes.defaults(), subscriptions, InstantSource.system());

    @BeforeEach
    void sync() {
        assertThat(hub.post("demo", full(SESSION, 3)).statusCode()).isEqualTo(200);
    }

    @AfterEach
    void stop() {
        subscriptions.close();
        for (EventLoop loop : loops) {
            var _ = loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        }
        hub.close();
    }

    /// A connection that is randomly full and records the versions it was sent. Only for use on its event loop.
    private static final class Reader implements SubscriberConnection {
        private final EventLoop loop;
        private final long known;
        private final int every;
        private final Random random;
        private final List<Long> versions = new CopyOnWriteArrayList<>();
        private final List<String> wrong = new CopyOnWriteArrayList<>();
        private Runnable writable = () -> {};
        private Runnable gone = () -> {};
        private boolean full;

        /// @param every selects every n-th version
        Reader(EventLoop loop, long known, int every, long seed) {
            this.loop = loop;
            this.known = known;
            this.every = every;
            this.random = new Random(seed);
        }

        void leave() {
            loop.execute(() -> gone.run());
        }

        List<Long> expected(long last) {
            return LongStream.rangeClosed(known + 1, last)
                    .filter(version -> version % every == 0)
                    .boxed()
                    .toList();
        }

        @Override
        public boolean closed() {
            return false;
        }

        @Override
        public boolean full() {
            return full;
        }

        @Override
        public long stalledNanos(long nanoTime) {
            return 0;
        }

        @Override
        public void write(ByteBuf frames) {
            if (!loop.inEventLoop()) {
                wrong.add("written to from " + Thread.currentThread().getName());
            }
            Matcher found = VERSION.matcher(frames.toString(StandardCharsets.UTF_8));
            while (found.find()) {
                versions.add(Long.valueOf(found.group(1)));
            }
            if (random.nextInt(3) == 0) {
                full = true;
                var _ = loop.schedule(
                        () -> {
                            full = false;
                            writable.run();
                        },
                        random.nextInt(3_000),
                        TimeUnit.MICROSECONDS);
            }
        }

        @Override
        public void end() {
            wrong.add("ended");
        }

        @Override
        public void cut() {
            wrong.add("cut");
        }

        @Override
        public void listen(Runnable onWritable, Runnable onGone) {
            writable = onWritable;
            gone = onGone;
        }
    }

    private Cluster cluster() {
        return hub.hub().clusters().find("demo").orElseThrow();
    }

    private Reader open(KindMirror pods, long known) {
        int every = List.of(1, 1, 1, 7, 100).get(random.nextInt(5));
        var reader = new Reader(loops.get(random.nextInt(loops.size())), known, every, random.nextLong());
        var filter = new WatchFilter("every " + every, object -> object.resourceVersion() % every == 0);
        assertThat(watches.limit().admit("a reader")).isEmpty();
        cluster().opened(pods.resource(), "a test");
        watches.start(
                new Watches.Start(
                        cluster(),
                        pods,
                        "a reader",
                        new WatchOptions(filter, false, Duration.ofHours(1), false),
                        JsonWatchEncoder.WHOLE,
                        new Resumption(pods.log().positionAfter(known).orElseThrow(), known, Optional.empty()),
                        Optional.empty(),
                        () -> new byte[0]),
                reader.loop,
                reader);
        return reader;
    }

    private static void publish(KindMirror pods, long version) throws MalformedObjectException {
        byte[] json = pod("default", "pod-at-" + version, version).getBytes(StandardCharsets.UTF_8);
        Draft next = pods.store().snapshot().draft();
        next.put(pods.decode(json, 0, json.length));
        pods.publish(next.at(version), Map.of(), Instant.now());
    }

    @Test
    void everyWatchReceivesEveryEventOnceAndInOrderWhileOthersComeAndGo() throws Exception {
        KindMirror pods = cluster().mirror().kind(Resource.core("v1", "pods")).orElseThrow();
        List<Reader> readers = new ArrayList<>();
        List<Reader> left = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            readers.add(open(pods, FIRST));
        }
        long version = FIRST;
        while (version < FIRST + CHANGES) {
            publish(pods, ++version);
            if (random.nextInt(20) == 0) { // from now on, or from some time ago
                readers.add(open(pods, random.nextBoolean() ? version : FIRST + random.nextInt(CHANGES / 10)));
            }
            if (random.nextInt(60) == 0) {
                Reader leaves = readers.remove(random.nextInt(readers.size()));
                leaves.leave();
                left.add(leaves);
            }
        }
        long last = version;
        for (Reader reader : readers) {
            await().until(() -> !reader.wrong.isEmpty()
                    || reader.versions.size() >= reader.expected(last).size());
            assertThat(reader.versions).isEqualTo(reader.expected(last));
        }
        for (Reader reader : left) {
            List<Long> got = List.copyOf(reader.versions);
            assertThat(got)
                    .as("nothing is missed until it leaves")
                    .isEqualTo(reader.expected(last).subList(0, got.size()));
        }
        assertThat(Stream.concat(readers.stream(), left.stream()).flatMap(reader -> reader.wrong.stream()))
                .isEmpty();
        readers.forEach(Reader::leave);
        await().until(() -> watches.traffic("demo").open() == 0);
        assertThat(subscriptions.sharedBytes()).as("no group is left").isZero();
    }
}
