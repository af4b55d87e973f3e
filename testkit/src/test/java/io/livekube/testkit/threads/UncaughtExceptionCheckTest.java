package io.livekube.testkit.threads;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.testkit.engine.EventConditions.container;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedSuccessfully;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/// Tests the check by running test classes made for this purpose.
@Timeout(60)
class UncaughtExceptionCheckTest {
    /// Created before any of the classes below runs.
    private static final Thread OLDER = new Thread(() -> {
        throw new IllegalStateException("planted");
    });

    private static void die() throws InterruptedException {
        Thread thread = Thread.ofPlatform().name("doomed").start(() -> {
            throw new IllegalStateException("planted");
        });
        thread.join();
    }

    static class Careless {
        @Test
        void aThreadDies() throws Exception {
            die();
        }
    }

    @ThreadsMayDie("another message")
    static class Surprised {
        @Test
        void aThreadDies() throws Exception {
            die();
        }
    }

    @ThreadsMayDie("plant")
    static class Deliberate {
        @Test
        void aThreadDies() throws Exception {
            die();
        }
    }

    static class Blameless {
        @Test
        void threadOfAnEarlierClassDies() throws Exception {
            OLDER.start();
            OLDER.join();
        }
    }

    static class Bystander {
        static final AtomicReference<Optional<Executor>> leftOver = new AtomicReference<>(Optional.empty());

        @Test
        void threadOfAnEarlierClassStartsOneThatDies() throws Exception {
            Executor earlier = leftOver.get().orElseThrow();
            CompletableFuture.runAsync(
                            () -> {
                                try {
                                    die();
                                } catch (InterruptedException e) {
                                    throw new CompletionException(e);
                                }
                            },
                            earlier)
                    .get();
        }
    }

    private static Events run(Class<?> testClass) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(testClass))
                .configurationParameter("junit.jupiter.extensions.autodetection.enabled", "true")
                .execute()
                .containerEvents();
    }

    @ParameterizedTest
    @ValueSource(classes = {Careless.class, Surprised.class})
    void classWhoseThreadDiesFailsAndNamesTheThread(Class<?> testClass) {
        run(testClass)
                .assertThatEvents()
                .haveExactly(
                        1,
                        event(
                                container(testClass),
                                finishedWithFailure(message("thread 'doomed' died of an uncaught exception"))));
    }

    @Test
    void classMayLoseThreadsToItsOwnFaults() {
        run(Deliberate.class)
                .assertThatEvents()
                .haveExactly(1, event(container(Deliberate.class), finishedSuccessfully()));
    }

    @Test
    void threadOfAnEarlierClassFailsNoTest() {
        run(Blameless.class)
                .assertThatEvents()
                .haveExactly(1, event(container(Blameless.class), finishedSuccessfully()));
    }

    @Test
    void threadStartedByALeftoverThreadFailsNoTest() throws Exception {
        try (ExecutorService earlier = Executors.newSingleThreadExecutor()) {
            earlier.submit(() -> {}).get();
            Bystander.leftOver.set(Optional.of(earlier));
            run(Bystander.class)
                    .assertThatEvents()
                    .haveExactly(1, event(container(Bystander.class), finishedSuccessfully()));
        }
    }
}
