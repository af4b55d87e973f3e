package io.livekube.lab.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.livekube.testkit.ApiEndpoint;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Compares the objects that a hub serves for a cluster with those of the cluster's API server, byte for byte,
/// except for fields that a mirror omits on purpose.
///
/// Uses none of the code under test: it compares lists of both over HTTP.
final class MirrorOracle implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int SHOWN = 10;

    /// The kinds that an agent follows by default.
    static final List<String> DEFAULT_KINDS = List.of(
            "/api/v1/namespaces",
            "/api/v1/nodes",
            "/api/v1/services",
            "/api/v1/configmaps",
            "/api/v1/persistentvolumes",
            "/api/v1/persistentvolumeclaims",
            "/apis/apps/v1/deployments",
            "/apis/apps/v1/replicasets",
            "/apis/apps/v1/statefulsets",
            "/apis/apps/v1/daemonsets",
            "/apis/batch/v1/jobs",
            "/apis/batch/v1/cronjobs",
            "/apis/networking.k8s.io/v1/ingresses",
            "/apis/autoscaling/v2/horizontalpodautoscalers",
            "/apis/discovery.k8s.io/v1/endpointslices",
            "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
            "/api/v1/pods",
            "/api/v1/events");

    /// Fields that a mirror omits; `apiVersion` and `kind` are the list's if items have none.
    private static final Set<String> STRIPPED = Set.of(
            "apiVersion",
            "kind",
            "metadata.managedFields",
            "metadata.annotations.kubectl.kubernetes.io/last-applied-configuration",
            "spec.versions.schema");

    private final ApiEndpoint api;
    private final ApiEndpoint mirror;
    private final HttpClient apiClient;
    private final HttpClient mirrorClient = HttpClient.newHttpClient();

    /// @param mirror the cluster's root in the hub
    MirrorOracle(ApiEndpoint api, ApiEndpoint mirror) {
        this.api = api;
        this.mirror = mirror;
        this.apiClient = api.newHttpClient();
    }

    /// Waits until all kinds are equal, in a cluster that is coming to rest.
    ///
    /// @throws AssertionError with the differences that are left
    void awaitEqual(List<String> kinds) {
        for (String kind : kinds) {
            await(kind)
                    .atMost(PATIENCE)
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(200))
                    .untilAsserted(() -> assertThat(differences(kind)).isEmpty());
        }
    }

    /// The mirror's objects of a collection, by namespace and name.
    Map<String, String> mirrored(String path) {
        return items(mirror, mirrorClient, path, Set.of());
    }

    /// The API server's current objects of these kinds, by kind, namespace and name.
    Map<String, String> truth(List<String> kinds) {
        Map<String, String> all = new TreeMap<>();
        kinds.forEach(kind ->
                items(api, apiClient, kind, Set.of()).forEach((key, object) -> all.put(kind + " " + key, object)));
        return all;
    }

    private List<String> differences(String kind) {
        Map<String, String> truth = items(api, apiClient, kind, STRIPPED);
        Map<String, String> held = items(mirror, mirrorClient, kind, Set.of("apiVersion", "kind"));
        List<String> differences = new ArrayList<>();
        var keys = new TreeSet<>(truth.keySet());
        keys.addAll(held.keySet());
        for (String key : keys) {
            String expected = truth.get(key);
            String found = held.get(key);
            if (found == null) {
                differences.add("lost: " + key);
            } else if (expected == null) {
                differences.add("ghost: " + key);
            } else if (!found.equals(expected)) {
                differences.add("other: " + key + firstDifference(expected, found));
            }
        }
        return differences.size() <= SHOWN
                ? differences
                : List.of(
                        differences.size() + " of " + keys.size() + " differ, first: " + differences.subList(0, SHOWN));
    }

    private static String firstDifference(String expected, String found) {
        int at = 0;
        while (at < Math.min(expected.length(), found.length()) && expected.charAt(at) == found.charAt(at)) {
            at++;
        }
        return " at %d: the API server has …%s…, the hub …%s…".formatted(at, excerpt(expected, at), excerpt(found, at));
    }

    private static String excerpt(String text, int at) {
        return text.substring(Math.max(0, at - 20), Math.min(text.length(), at + 40));
    }

    private static Map<String, String> items(ApiEndpoint from, HttpClient client, String path, Set<String> stripped) {
        HttpResponse<byte[]> answer = get(from, client, path);
        assertThat(answer.statusCode())
                .as(() -> path + " of " + from.url() + ": " + new String(answer.body(), StandardCharsets.UTF_8))
                .isEqualTo(200);
        answer.headers()
                .firstValue("X-Livekube-Source")
                .ifPresent(source -> assertThat(source)
                        .as("%s must be compared with the mirror, not with a fetch", path)
                        .isEqualTo("mirror"));
        return RawItems.of(answer.body(), stripped::contains);
    }

    private static HttpResponse<byte[]> get(ApiEndpoint from, HttpClient client, String path) {
        try {
            return client.send(from.request(path).timeout(Duration.ofMinutes(1)).build(), BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new AssertionError("no answer for " + path + " of " + from.url() + ": " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while reading " + path, e);
        }
    }

    @Override
    public void close() {
        apiClient.shutdownNow();
        mirrorClient.shutdownNow();
    }
}
