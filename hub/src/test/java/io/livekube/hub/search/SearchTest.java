package io.livekube.hub.search;

import static io.livekube.hub.search.TestingObjects.DEPLOYMENTS;
import static io.livekube.hub.search.TestingObjects.PODS;
import static io.livekube.hub.search.TestingObjects.REPLICA_SETS;
import static io.livekube.hub.search.TestingObjects.pod;
import static io.livekube.hub.search.TestingObjects.workload;
import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.model.ObjectKey;
import io.livekube.hub.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Searches over changing mirrors.
class SearchTest {
    private final TestingObjects objects = new TestingObjects();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "shop                        | shop-1 shop-2 other",
                "name:shop                   | shop-1 shop-2",
                "kind:pod shop -shop-1       | shop-2 other",
                "ns:back                     | other",
                "ns:ba                       | ``",
                "ns:ba*                      | other",
                "label:tier=front            | shop-1 shop-2",
                "label:tier=fr               | ``",
                "label:front                 | shop-1 shop-2",
                "front                       | shop-1 shop-2",
                "image:nginx                 | shop-2",
                "image:nginx:1.*             | shop-2",
                "image:NGINX*                | shop-2",
                "node:worker                 | other shop-1",
                "status:crashloop            | other",
                "crashloopbackoff            | other",
                "-status:crashloop           | shop-1 shop-2",
                "kind:po                     | other shop-1 shop-2",
                "kind:PODS cluster:d*        | other shop-1 shop-2",
                "kind:deploy                 | ``",
                "kind:p*                     | other shop-1 shop-2",
                "cluster:prod                | ``",
                "-cluster:demo               | ``",
                "shop-? shop                 | ``",
                "shop*2                      | shop-2",
                "\"shop-1\"                  | shop-1",
                "nothing -shop               | ``",
            })
    void fieldsMatchAsIntended(String query, String expected) {
        objects.put(
                "demo",
                PODS,
                pod("front", "shop-1", "\"tier\":\"front\"", "registry.example.io/apps/a:1", "worker-1", ""),
                pod("front", "shop-2", "\"tier\":\"front\"", "registry.example.io/lib/nginx:1.27", "other-1", ""),
                pod(
                        "back",
                        "other",
                        "\"shop\":\"yes\"",
                        "registry.example.io/apps/b:1",
                        "worker-2",
                        "CrashLoopBackOff"));

        assertThat(String.join(" ", objects.names(query))).isEqualTo(expected);
    }

    @Test
    void hitsAreRankedByPlaceInTheNameThenProblemThenKind() {
        objects.put(
                "demo",
                PODS,
                pod("x", "other", "\"app\":\"web\"", "i", "n", ""),
                pod("x", "cobweb", "", "i", "n", ""),
                pod("x", "my-web", "", "i", "n", ""),
                pod("x", "web-b", "", "i", "n", ""),
                pod("x", "web-a", "", "i", "n", "CrashLoopBackOff"),
                pod("x", "web", "", "i", "n", ""));
        objects.put("demo", DEPLOYMENTS, workload("x", "web", 1, 1), workload("x", "web-c", 1, 1));
        objects.put("demo", REPLICA_SETS, workload("x", "web-d", 1, 1));

        List<String> found = objects.find("web").hits().stream()
                .map(hit -> hit.kind().kind() + " " + hit.object().name())
                .toList();

        assertThat(found)
                .containsExactly(
                        "Deployment web",
                        "Pod web",
                        "Pod web-a",
                        "Deployment web-c",
                        "Pod web-b",
                        "ReplicaSet web-d",
                        "Pod my-web",
                        "Pod cobweb",
                        "Pod other");
    }

    @Test
    void newestOfEqualHitsComesFirstAndTheLimitApplies() {
        List<String> pods = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            pods.add(pod("x", "web-" + i)
                    .replace("2026-01-01", "2025-%02d-%02d".formatted(1 + i / 28 % 12, 1 + i % 28)));
        }
        objects.relist("demo", PODS, pods);

        SearchResult found = objects.find("web", 3);

        assertThat(found.total()).isEqualTo(500);
        assertThat(found.exact()).isTrue();
        assertThat(found.hits())
                .extracting(hit -> hit.object().name())
                .containsExactly("web-335", "web-334", "web-333");
        assertThat(objects.find("web", 3)).isEqualTo(found);
    }

    @Test
    void hitsStateTheMatchedFieldsAndTheStatus() {
        objects.put("demo", PODS, pod("shop", "shop-1", "\"a\":\"shop\"", "shop:1", "n", "ImagePullBackOff"));
        objects.put("demo", DEPLOYMENTS, workload("x", "cart", 2, 3));

        Hit pod = objects.find("shop kind:pod").hits().getFirst();
        Hit cart = objects.find("status:unavailable").hits().getFirst();

        assertThat(pod.matched())
                .containsExactly(
                        SearchField.NAME,
                        SearchField.NAMESPACE,
                        SearchField.LABEL,
                        SearchField.IMAGE,
                        SearchField.KIND);
        assertThat(pod.status().word()).isEqualTo("ImagePullBackOff");
        assertThat(pod.status().problem().orElseThrow().severity()).isEqualTo(Problem.Severity.ERROR);
        assertThat(cart.status().word()).isEqualTo("2/3");
        assertThat(cart.status().problem().orElseThrow().reason()).isEqualTo("Unavailable");
    }

    @Test
    void unparsableObjectHasAnUnknownStatus() {
        String tooMuch = workload("x", "cart", 2, 3)
                .replace("\"replicas\":", "\"huge\":%s,\"replicas\":".formatted("9".repeat(2_000)));
        objects.put("demo", DEPLOYMENTS, tooMuch);

        Hit cart = objects.find("status:unreadable").hits().getFirst();

        assertThat(cart.object().name()).isEqualTo("cart");
        assertThat(cart.status().word()).isEqualTo("<unknown>");
        assertThat(cart.status().problem().orElseThrow().reason()).isEqualTo("Unreadable");
    }

    @Test
    void changesDeletionsRelistsAndRemovedClustersAreReflectedImmediately() {
        objects.put("demo", PODS, pod("x", "web-1"), pod("x", "web-2"));
        objects.put("other", PODS, pod("x", "web-3"));
        assertThat(objects.names("web")).containsExactly("web-1", "web-2", "web-3");

        objects.put("demo", PODS, pod("x", "web-1", "", "i", "n", "CrashLoopBackOff"));
        assertThat(objects.names("status:crashloop")).containsExactly("web-1");
        assertThat(objects.names("label:app=x")).containsExactly("web-2", "web-3");

        objects.remove("demo", PODS, new ObjectKey("x", "web-1"));
        assertThat(objects.names("web")).containsExactly("web-2", "web-3");

        objects.relist("demo", PODS, List.of(pod("x", "web-4")));
        assertThat(objects.names("web")).containsExactly("web-4", "web-3");

        objects.clusters.remove("other");
        assertThat(objects.names("web")).containsExactly("web-4");
        objects.clusters.values().forEach(demo -> demo.remove(PODS.resource()));
        assertThat(objects.names("web")).isEmpty();
        assertThat(objects.index.bytes()).isZero();
    }

    @Test
    void kindWithoutACompleteStateIsNotSearched() {
        objects.kind("demo", PODS);

        assertThat(objects.find("web").hits()).isEmpty();
        assertThat(objects.index.objects()).isEmpty();
    }

    @Test
    void removedObjectsAndUnusedTextsTakeNoMemory() {
        List<String> first = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            first.add(pod("ns-" + i, "some-pod-" + i, "\"a\":\"" + i + "\"", "image-" + i, "node-" + i, ""));
        }
        objects.relist("demo", PODS, first);
        objects.find("x");
        long full = objects.index.bytes();

        objects.relist("demo", PODS, first.subList(0, 20));
        objects.find("x");

        assertThat(objects.index.bytes()).isLessThan(full / 20);
        assertThat(objects.names("image:image-7 node:node-7")).containsExactly("some-pod-7");
    }
}
