package io.livekube.core.informer;

import static io.livekube.core.informer.TestingCluster.PODS;
import static io.livekube.testkit.fault.Faults.answered;
import static io.livekube.testkit.fault.Faults.bytes;
import static io.livekube.testkit.fault.Faults.respond;
import static io.livekube.testkit.fault.Faults.stall;
import static io.livekube.testkit.fault.RequestMatcher.list;
import static io.livekube.testkit.fault.RequestMatcher.watch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import io.livekube.core.access.ApiAccess;
import io.livekube.core.handler.HandlerConfig;
import io.livekube.core.handler.HandlerRegistration;
import io.livekube.core.http.ApiClient;
import io.livekube.core.http.ClientConfig;
import io.livekube.core.listwatch.CollectionScope;
import io.livekube.core.model.Resource;
import io.livekube.testkit.LeasedPort;
import io.livekube.testkit.fault.Fault;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An informer that is closed ends soon and leaves nothing behind, whatever it is doing.
class InformerLifecycleTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    /// Longer than any test waits, so that only closing can end a request.
    private static final Duration ENDLESS = Duration.ofMinutes(30);
    private static final ClientConfig ENDLESS_CLIENT = ClientConfig.defaults().withTimeouts(ENDLESS, ENDLESS);
    private static final Pattern OURS = Pattern.compile("(reflector|handler|audit|livekube|HttpClient)-");

    @TempDir
    private Path directory;

    private final LeasedPort silent = LeasedPort.take();

    @AfterEach
    void giveBack() {
        silent.close();
    }

    @Test
    void closingWhileAListIsAwaitedClosesItsConnection() throws Exception {
        closesDuring(stall().after(answered()));
    }

    @Test
    void closingWhileAListPausesClosesItsConnection() throws Exception {
        closesDuring(stall().after(bytes(300)));
    }

    private static void closesDuring(Fault fault) throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.createPods(10);
            cluster.proxy.when(list("pods")).always().then(fault);
            InformerFactory informers = cluster.informers(
                    ENDLESS_CLIENT, QuickReflector.LIST.informers().withSyncTimeout(ENDLESS.plusSeconds(1)));
            informers.informer(PODS);
            informers.start();
            cluster.awaitRequests(list("pods"), 1);
            informers.close();
            await().atMost(TestingCluster.PATIENCE).until(() -> cluster.proxy.connections() == 0);
        }
    }

    @Test
    void nothingIsLeftBehindByInformersInAnyState() throws Exception {
        Set<String> before = ours().keySet();
        try (var cluster = TestingCluster.start()) {
            cluster.createPods(100);
            cluster.proxy.when(list("secrets")).always().then(respond(403));
            cluster.proxy.when(list("services")).always().then(stall().after(answered()));
            cluster.proxy.when(list("nodes")).always().then(respond(500));
            cluster.proxy.when(watch("configmaps")).always().then(respond(410));
            try (ApiClient client = cluster.client(ENDLESS_CLIENT);
                    var informers = new InformerFactory(
                            client,
                            QuickReflector.LIST
                                    .withPages(10)
                                    .informers()
                                    .withSyncTimeout(ENDLESS.plusSeconds(1))
                                    .withAudit(Optional.of(Duration.ofMillis(100))))) {
                for (String plural : new String[] {"secrets", "services", "nodes", "configmaps"}) {
                    informers.informer(Resource.core("v1", plural));
                }
                Informer pods = informers.informer(PODS);
                pods.addHandler(new Recorder(), HandlerConfig.named("resyncing").withResync(Duration.ofMillis(20)));
                informers.informer(
                        PODS, CollectionScope.namespace("default"), CollectionScope.namespace("kube-system"));
                informers.start();
                cluster.awaitRequests(watch("configmaps"), 4);
                await().atMost(TestingCluster.PATIENCE)
                        .until(() -> pods.audits().audits() > 1);
                assertThat(ours()).containsValues("reflector-pods", "audit-pods", "handler-resyncing");
            }
            await().atMost(TestingCluster.PATIENCE).untilAsserted(() -> {
                Map<String, String> left = ours();
                left.keySet().removeAll(before);
                assertThat(left).isEmpty();
                assertThat(cluster.proxy.connections()).isZero();
            });
        }
    }

    @Test
    void closingTwiceAndOutOfOrderIsHarmless() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.createPods(3);
            Informer pods = cluster.watchedPods(QuickReflector.LIST);
            HandlerRegistration registration = pods.addHandler(new Recorder());
            pods.close();
            registration.close();
            pods.close();
            registration.close();
            pods.relist("too late");
            assertThat(pods.audit()).isZero();
            assertThat(pods.status().state()).isEqualTo(SyncState.STOPPED);
            assertThat(pods.store().size()).isEqualTo(3);
        }
    }

    @Test
    void informersCreatedDuringCloseAreClosed() throws Exception {
        try (ApiClient client = unreachable()) {
            for (int round = 0; round < 30; round++) {
                var informers = new InformerFactory(client, QuickReflector.LIST.informers());
                var made = new LinkedBlockingQueue<Informer>();
                Runnable making = () -> {
                    try {
                        for (int kind = 0; kind < 100; kind++) {
                            made.add(informers.informer(Resource.core("v1", "kind" + made.size())));
                        }
                    } catch (IllegalStateException closed) {
                        // no more are made
                    }
                };
                List<Thread> makers = Stream.generate(() -> Thread.ofPlatform().start(making))
                        .limit(4)
                        .toList();
                assertThat(made.poll(TestingCluster.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                        .isNotNull();
                informers.close();
                for (Thread maker : makers) {
                    maker.join();
                }
                assertThat(made).allMatch(Informer::closed);
            }
        }
    }

    @Test
    void informersClosedDuringTheFactorysStartLeaveNoThread() throws Exception {
        Set<String> before = ours().keySet();
        try (ApiClient client = unreachable()) {
            for (int round = 0; round < 20; round++) {
                var informers = new InformerFactory(
                        client, QuickReflector.LIST.informers().withAudit(Optional.of(Duration.ofMinutes(10))));
                List<Informer> made = IntStream.range(0, 20)
                        .mapToObj(kind -> informers.informer(Resource.core("v1", "kind" + kind)))
                        .toList();
                var closer = Thread.ofPlatform().start(() -> made.reversed().forEach(Informer::close));
                informers.start();
                closer.join();
            }
            await().atMost(TestingCluster.PATIENCE).untilAsserted(() -> {
                Map<String, String> left = ours();
                left.keySet().removeAll(before);
                assertThat(left.values()).noneMatch(name -> name.startsWith("audit-") || name.startsWith("reflector-"));
            });
        }
    }

    @Test
    void closingEndsTheWaitForAFirstState() throws Exception {
        try (ApiClient client = unreachable();
                var informers = new InformerFactory(client, QuickReflector.LIST.informers())) {
            Informer pods = informers.informer(PODS);
            informers.start();
            var waiting = CompletableFuture.supplyAsync(() -> {
                try {
                    return pods.awaitSync(Duration.ofMinutes(5));
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            pods.close();
            assertThat(waiting.get(TestingCluster.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isFalse();
        }
    }

    /// A client whose every request fails at once.
    private ApiClient unreachable() {
        URI server = URI.create("http://127.0.0.1:" + silent.port());
        return new ApiClient(ApiAccess.open(server), TestingCluster.PATIENT_CLIENT);
    }

    /// All threads, virtual ones too, that informers and their clients have started: their names by their numbers.
    private Map<String, String> ours() throws Exception {
        Path dump = Files.createTempDirectory(directory, "threads").resolve("dump.json");
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .dumpThreads(dump.toString(), ThreadDumpFormat.JSON);
        return JSON.readTree(dump.toFile()).findParents("tid").stream()
                .filter(thread -> OURS.matcher(thread.path("name").asText()).lookingAt())
                .collect(Collectors.toMap(
                        thread -> thread.path("tid").asText(),
                        thread -> thread.path("name").asText()));
    }
}
