package io.livekube.core.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Credentials that are fetched again stay those of one server, and are fetched once for many who wait.
class RenewedCredentialsTest {
    private static final String TWO_CLUSTERS = """
            current-context: staging
            contexts:
            - {name: staging, context: {cluster: staging, user: tester}}
            - {name: production, context: {cluster: production, user: admin}}
            clusters:
            - {name: staging, cluster: {server: "https://staging:6443"}}
            - {name: production, cluster: {server: "https://production:6443"}}
            users:
            - {name: tester, user: {token: tested}}
            - {name: admin, user: {token: powerful}}
            """;

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TempDir
    private Path directory = Path.of("");

    private final AtomicInteger attempts = new AtomicInteger();
    private volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void anotherCurrentContextDoesNotBringItsCredentialsToTheServerOfTheFirst() throws Exception {
        Credentials credentials = load(TWO_CLUSTERS);
        write(TWO_CLUSTERS
                .replace("current-context: staging", "current-context: production")
                .replace("tested", "renewed"));
        credentials.refresh();
        assertThat(credentials.headers()).isEqualTo(bearer("renewed"));
    }

    @Test
    void credentialsOfAContextThatGotAnotherServerAreNotTaken() throws Exception {
        Credentials credentials = load(TWO_CLUSTERS);
        write(TWO_CLUSTERS.replace("https://staging", "https://elsewhere").replace("tested", "renewed"));
        assertThatThrownBy(credentials::refresh)
                .isInstanceOf(AccessException.class)
                .hasMessageContainingAll(
                        "'staging'", "now has the server https://elsewhere:6443 instead of https://staging:6443");
        assertThat(credentials.headers()).isEqualTo(bearer("tested"));
    }

    @Test
    void tenRequestsThatAreRefusedTogetherAreServedByOneAttempt() throws Exception {
        refreshedByTen(() -> login("new", Optional.empty()));
        assertThat(attempts).hasValue(1);
    }

    /// The attempt takes longer than the pause.
    @Test
    void tenRequestsThatAreRefusedTogetherDoNotRepeatAnAttemptThatFails() throws Exception {
        refreshedByTen(() -> {
            throw new AccessException("nothing new");
        });
        assertThat(attempts).hasValue(1);
    }

    private void refreshedByTen(Supplier<ResolvedCredentials> source) throws Exception {
        var asked = new CountDownLatch(1);
        var answered = new CountDownLatch(1);
        RenewedCredentials credentials = renewed(Optional.empty(), () -> {
            attempts.incrementAndGet();
            asked.countDown();
            try {
                assertThat(answered.await(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                        .isTrue();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            now = now.plusSeconds(60);
            return source.get();
        });
        List<Thread> threads = new ArrayList<>();
        Queue<String> told = new ConcurrentLinkedQueue<>();
        for (int i = 0; i < 10; i++) {
            threads.add(Thread.ofPlatform().start(() -> {
                try {
                    credentials.refresh();
                } catch (AccessException e) {
                    told.add(e.getMessage());
                }
            }));
        }
        assertThat(asked.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        await().atMost(PATIENCE).until(() -> threads.stream().allMatch(RenewedCredentialsTest::waitsForCredentials));
        answered.countDown();
        for (Thread thread : threads) {
            assertThat(thread.join(PATIENCE)).isTrue();
        }
        assertThat(told).allMatch("nothing new"::equals);
    }

    /// Whether it is parked where credentials are renewed: by the lock, or by the one attempt.
    private static boolean waitsForCredentials(Thread thread) {
        StackTraceElement[] stack = thread.getStackTrace();
        return stack.length > 0
                && stack[0].getMethodName().equals("park")
                && Stream.of(stack).anyMatch(frame -> frame.getClassName().equals(RenewedCredentials.class.getName()));
    }

    @Test
    void waitingForAnotherThreadsAttemptCanBeInterrupted() throws Exception {
        var asked = new CountDownLatch(1);
        var answered = new CountDownLatch(1);
        RenewedCredentials credentials = renewed(Optional.empty(), () -> {
            asked.countDown();
            try {
                assertThat(answered.await(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                        .isTrue();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return login("new", Optional.empty());
        });
        Thread first = Thread.ofPlatform().start(credentials::refresh);
        assertThat(asked.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        var told = new CompletableFuture<String>();
        Thread second = Thread.ofPlatform().start(() -> {
            try {
                credentials.refresh();
                told.complete("refreshed");
            } catch (AccessException e) {
                told.complete(e.getMessage());
            }
        });
        second.interrupt();
        assertThat(told.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).contains("interrupted");
        answered.countDown();
        assertThat(first.join(PATIENCE)).isTrue();
    }

    @Test
    void aClockThatIsSetBackDoesNotKeepCredentialsFromBeingRefreshed() throws Exception {
        RenewedCredentials credentials =
                renewed(Optional.empty(), () -> login("new-" + attempts.incrementAndGet(), Optional.empty()));
        credentials.refresh();
        credentials.refresh();
        assertThat(credentials.headers()).as("within the pause").isEqualTo(bearer("new-1"));
        now = now.minus(Duration.ofHours(1));
        credentials.refresh();
        assertThat(credentials.headers()).isEqualTo(bearer("new-2"));
        credentials.refresh();
        assertThat(credentials.headers()).as("within the pause").isEqualTo(bearer("new-2"));
    }

    @Test
    void credentialsAreKeptAndNoSecretIsRevealedOnAnyFailure() throws Exception {
        RenewedCredentials credentials = renewed(Optional.of(now), () -> {
            throw new IllegalStateException("token secret");
        });
        assertThat(credentials.headers()).isEqualTo(bearer("old"));
        now = now.plusSeconds(1);
        assertThatThrownBy(credentials::refresh)
                .isInstanceOf(AccessException.class)
                .hasMessageContaining("IllegalStateException")
                .hasMessageNotContaining("secret");
        assertThat(credentials.headers()).isEqualTo(bearer("old"));
    }

    private RenewedCredentials renewed(Optional<Instant> goodUntil, Supplier<ResolvedCredentials> source)
            throws Exception {
        return new RenewedCredentials(login("old", goodUntil), _ -> source.get(), new TlsIdentity(null), () -> now);
    }

    private static ResolvedCredentials login(String token, Optional<Instant> goodUntil) {
        return ResolvedCredentials.token(token, "this test", goodUntil);
    }

    private Credentials load(String content) throws Exception {
        return Kubeconfig.files(List.of(write(content)), Optional.empty(), () -> now)
                .credentials();
    }

    private Path write(String content) throws Exception {
        return Files.writeString(directory.resolve("config"), content);
    }

    private static Map<String, List<String>> bearer(String token) {
        return Map.of("Authorization", List.of("Bearer " + token));
    }
}
