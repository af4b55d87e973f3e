package io.livekube.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Discovery of groups, versions and resources.
public interface DiscoveryContract extends ContractScene {

    String AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

    @Test
    default void theServerNamesItsVersion() {
        JsonNode version = scene().api().get("/version").ok();

        assertThat(version.path("major").asText()).isEqualTo("1");
        assertThat(version.path("minor").asText()).isEqualTo("36");
        assertThat(version.path("gitVersion").asText()).matches("v1\\.36\\.\\d+.*");
    }

    @Test
    default void legacyDiscoveryListsGroupsVersionsAndResources() {
        KubeHttp api = scene().api();

        JsonNode core = api.get("/api").ok();
        JsonNode groups = api.get("/apis").ok();
        JsonNode group = api.get("/apis/apps").ok();
        JsonNode resources = api.get("/apis/apps/v1").ok();

        assertThat(core.path("kind").asText()).isEqualTo("APIVersions");
        assertThat(core.at("/versions/0").asText()).isEqualTo("v1");
        assertThat(groups.path("kind").asText()).isEqualTo("APIGroupList");
        JsonNode listed = only(groups.path("groups"), "name", "apps");
        assertThat(listed.at("/preferredVersion/groupVersion").asText()).isEqualTo("apps/v1");
        assertThat(group.path("kind").asText()).isEqualTo("APIGroup");
        assertThat(group.path("versions")).isEqualTo(listed.path("versions"));
        assertThat(resources.path("kind").asText()).isEqualTo("APIResourceList");
        assertThat(resources.path("groupVersion").asText()).isEqualTo("apps/v1");
        JsonNode deployments = only(resources.path("resources"), "name", "deployments");
        assertThat(deployments.path("kind").asText()).isEqualTo("Deployment");
        assertThat(deployments.path("singularName").asText()).isEqualTo("deployment");
        assertThat(deployments.path("namespaced").asBoolean()).isTrue();
        assertThat(texts(deployments.path("shortNames"))).containsExactly("deploy");
        assertThat(texts(deployments.path("verbs")))
                .contains("create", "delete", "get", "list", "patch", "update", "watch");
        only(resources.path("resources"), "name", "deployments/status");
    }

    @Test
    default void aggregatedDiscoverySaysItAllInTwoAnswers() {
        KubeHttp api = scene().api().accepting(AGGREGATED + ",application/json");

        Reply reply = api.get("/apis");
        JsonNode core = api.get("/api").ok();

        assertThat(reply.header("Content-Type").replace(" ", "")).isEqualTo(AGGREGATED);
        JsonNode groups = reply.ok();
        assertThat(groups.path("kind").asText()).isEqualTo("APIGroupDiscoveryList");
        assertThat(groups.path("apiVersion").asText()).isEqualTo("apidiscovery.k8s.io/v2");
        JsonNode apps = groups.path("items")
                .valueStream()
                .filter(item -> Manifests.name(item).equals("apps"))
                .findFirst()
                .orElseThrow();
        assertThat(apps.at("/versions/0/version").asText()).isEqualTo("v1");
        assertThat(apps.at("/versions/0/freshness").asText()).isEqualTo("Current");
        JsonNode deployments = only(apps.at("/versions/0/resources"), "resource", "deployments");
        assertThat(deployments.at("/responseKind/kind").asText()).isEqualTo("Deployment");
        assertThat(deployments.path("scope").asText()).isEqualTo("Namespaced");
        assertThat(deployments.path("singularResource").asText()).isEqualTo("deployment");
        assertThat(texts(deployments.path("shortNames"))).containsExactly("deploy");
        assertThat(texts(deployments.path("categories"))).containsExactly("all");
        only(deployments.path("subresources"), "subresource", "status");
        JsonNode namespaces = only(core.at("/items/0/versions/0/resources"), "resource", "namespaces");
        assertThat(namespaces.path("scope").asText()).isEqualTo("Cluster");
    }

    private static JsonNode only(JsonNode array, String field, String value) {
        List<JsonNode> found = array.valueStream()
                .filter(node -> node.path(field).asText().equals(value))
                .toList();
        assertThat(found).as("entries with %s %s", field, value).hasSize(1);
        return found.getFirst();
    }

    private static List<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::asText).toList();
    }
}
