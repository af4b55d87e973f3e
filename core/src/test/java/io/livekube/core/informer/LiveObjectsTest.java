package io.livekube.core.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.livekube.core.RequestFailure;
import io.livekube.core.http.ApiClient;
import io.livekube.core.http.RequestFailedException;
import io.livekube.core.listwatch.CollectionScope;
import io.livekube.core.listwatch.LiveObjects;
import io.livekube.core.listwatch.VersionList;
import io.livekube.core.model.FormatConfig;
import io.livekube.core.model.KubeObject;
import io.livekube.testkit.fault.Faults;
import io.livekube.testkit.fault.RequestMatcher;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class LiveObjectsTest {
    private final TestingCluster cluster = TestingCluster.start();
    private final ApiClient client = cluster.client(TestingCluster.PATIENT_CLIENT);
    private final LiveObjects pods =
            new LiveObjects(client, TestingCluster.PODS, FormatConfig.defaultsFor(TestingCluster.PODS));
    private final List<String> undecodable = new ArrayList<>();

    @AfterEach
    void close() {
        cluster.close();
    }

    private LiveObjects.Pages pages(int size) {
        return pods.list(CollectionScope.ALL, size, undecodable::add);
    }

    @Test
    void aPageIsAskedForWhenItIsWanted() throws Exception {
        cluster.createPods(5);
        LiveObjects.Pages pages = pages(2);
        LiveObjects.Page first = pages.next().orElseThrow();
        assertThat(first.objects()).extracting(KubeObject::name).containsExactly("pod-000", "pod-001");
        assertThat(first.last()).isFalse();
        assertThat(cluster.simulator.requests().of("list", "pods")).isOne();

        cluster.createPod("later");
        LiveObjects.Page second = pages.next().orElseThrow();
        LiveObjects.Page third = pages.next().orElseThrow();
        assertThat(third.objects()).extracting(KubeObject::name).containsExactly("pod-004");
        assertThat(third.last()).isTrue();
        assertThat(List.of(second.resourceVersion(), third.resourceVersion())).containsOnly(first.resourceVersion());
        assertThat(pages.next()).isEmpty();
    }

    @Test
    void anEmptyCollectionHasOneEmptyPage() throws Exception {
        LiveObjects.Pages pages = pages(2);
        assertThat(pages.next()).map(LiveObjects.Page::last).isEqualTo(Optional.of(true));
        assertThat(pages.next()).isEmpty();
    }

    @Test
    void anObjectThatCannotBeDecodedIsNamedAndLeftOut() throws Exception {
        cluster.createPods(3);
        cluster.proxy
                .when(RequestMatcher.list("pods"))
                .always()
                .then(Faults.rewriteBody(body -> new String(body, StandardCharsets.UTF_8)
                        .replace("\"name\":\"pod-001\"", "\"name\":[]")
                        .getBytes(StandardCharsets.UTF_8)));
        assertThat(pages(10).next().orElseThrow().objects()).hasSize(2);
        assertThat(undecodable).hasSize(1);
    }

    @Test
    void oneObjectIsReadByItsName() throws Exception {
        cluster.createPods(2);
        KubeObject pod = pods.get("default", "pod-001");
        assertThat(pod.name()).isEqualTo("pod-001");
        assertThat(new String(pod.json(), StandardCharsets.UTF_8))
                .startsWith("{\"kind\":\"Pod\",\"apiVersion\":\"v1\",");
    }

    @Test
    void missingAndForbiddenObjectsAreDistinctFailures() {
        cluster.proxy.when(RequestMatcher.list("pods")).always().then(Faults.respond(403));
        assertThat(failure(() -> pods.get("default", "none"))).isInstanceOf(RequestFailure.NotServed.class);
        assertThat(failure(() -> pages(2).next())).isInstanceOf(RequestFailure.Forbidden.class);
        assertThat(failure(() -> VersionList.current(client, TestingCluster.PODS)))
                .isInstanceOf(RequestFailure.Forbidden.class);
    }

    @Test
    void aNameIsAlwaysOnePathSegment() {
        for (String name : List.of("a/b", "../services/x", "a?watch=true", "a b", "a#b")) {
            assertThat(failure(() -> pods.get("default", name))).isInstanceOf(RequestFailure.NotServed.class);
        }
        assertThat(cluster.simulator.requests().of("get", "services")).isZero();
    }

    @Test
    void theVersionIsThatOfTheLatestChangeOrLater() throws Exception {
        cluster.createPods(3);
        long latest = cluster.createPod("latest").revision();
        assertThat(VersionList.current(client, TestingCluster.PODS)).isGreaterThanOrEqualTo(latest);
        assertThat(cluster.simulator.requests().of("list", "pods")).isOne();
    }

    private interface Read {
        void run() throws Exception;
    }

    private static RequestFailure failure(Read read) {
        var failure = new ArrayList<RequestFailure>();
        assertThatThrownBy(read::run)
                .isInstanceOfSatisfying(RequestFailedException.class, e -> failure.add(e.failure()));
        return failure.getFirst();
    }
}
