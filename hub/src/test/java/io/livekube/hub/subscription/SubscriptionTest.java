package io.livekube.hub.subscription;

import static io.livekube.hub.TestingPatience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.DefaultEventLoop;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// How subscriptions end.
@Timeout(60)
class SubscriptionTest {
    private final DefaultEventLoop loop = new DefaultEventLoop();
    private final Subscriptions subscriptions = new Subscriptions(1 << 20);
    private final TestingConnection connection = new TestingConnection(loop);
    private final CountDownLatch preparing = new CountDownLatch(1);
    private final CountDownLatch mayFinish = new CountDownLatch(1);
    private final List<EndReason> closed = new CopyOnWriteArrayList<>();
    private volatile boolean closedOnLoop;

    /// A source whose first slice takes until [#mayFinish].
    private final class SlowSource implements FrameSource {
        private volatile boolean prepared;

        @Override
        public void opened(Subscription subscription) {}

        @Override
        public void woken() {}

        @Override
        public Step next(long nanoTime) {
            return prepared ? Step.WAIT : Step.PREPARE;
        }

        @Override
        public void prepare() {
            preparing.countDown();
            try {
                mayFinish.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            prepared = true;
        }

        @Override
        public Step due(long nanoTime, boolean full) {
            return Step.WAIT;
        }

        @Override
        public byte[] farewell(EndReason why) {
            return new byte[0];
        }

        @Override
        public String subject() {
            return "test";
        }

        @Override
        public void closed(EndReason why) {
            closedOnLoop = loop.inEventLoop();
            closed.add(why);
        }
    }

    private void start() throws InterruptedException {
        subscriptions.start(loop, new SlowSource(), connection, Duration.ofMinutes(1));
        preparing.await();
    }

    @AfterEach
    void stop() {
        mayFinish.countDown();
        subscriptions.close();
        var _ = loop.shutdownGracefully();
    }

    @Test
    void whatASourceHoldsIsReleasedOffTheEventLoop() throws Exception {
        start();
        mayFinish.countDown();
        connection.close();
        await().until(() -> closed.equals(List.of(EndReason.READER_GONE)));
        assertThat(closedOnLoop).isFalse();
    }

    @Test
    void aSourceThatPreparesUntilTheEventLoopHasStoppedIsClosedAllTheSame() throws Exception {
        start();
        subscriptions.close();
        assertThat(loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).await(30, TimeUnit.SECONDS))
                .isTrue();
        assertThat(closed).isEmpty();
        mayFinish.countDown();
        await().until(() -> closed.equals(List.of(EndReason.HUB_STOPPED)));
    }

    @Test
    void aSubscriptionThatComesAfterTheEventLoopHasStoppedIsClosed() throws Exception {
        assertThat(loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).await(30, TimeUnit.SECONDS))
                .isTrue();
        subscriptions.start(loop, new SlowSource(), connection, Duration.ofMinutes(1));
        assertThat(closed).containsExactly(EndReason.HUB_STOPPED);
    }
}
