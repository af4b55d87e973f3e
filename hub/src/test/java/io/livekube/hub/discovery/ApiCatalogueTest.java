package io.livekube.hub.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.livekube.protocol.WellKnownKinds;
import java.util.List;
import org.junit.jupiter.api.Test;

class ApiCatalogueTest {
    private static final String GADGETS = """
            {"spec":{"group":"example.org","scope":"Namespaced",
            "names":{"plural":"gadgets","singular":"gadget","kind":"Gadget","shortNames":["gd"],"categories":["all"]},
            "versions":[{"name":"v1beta1","served":true},{"name":"v2","served":true},{"name":"v10","served":true},
            {"name":"old","served":true},{"name":"v3","served":false}]},
            "status":{"conditions":[{"type":"Established","status":"True"}]}}""";

    private static CustomKindDefinition gadgets() throws Exception {
        return CustomKindDefinition.read(new JsonMapper().readTree(GADGETS)).orElseThrow();
    }

    @Test
    void versionsAreInOrderOfPreference() throws Exception {
        ApiCatalogue all = ApiCatalogue.guessed(List.of(), List.of(gadgets()));

        assertThat(all.groups().getLast().versions())
                .extracting(ApiCatalogue.Version::name)
                .containsExactly("v10", "v2", "v1beta1", "old");
        assertThat(all.groups().getFirst().name()).as("the core group").isEmpty();
    }

    @Test
    void completeCatalogueListsOnlyFollowedKinds() throws Exception {
        var pod = WellKnownKinds.named("Pod").orElseThrow();
        ApiCatalogue all = ApiCatalogue.of(List.of(pod), List.of(gadgets()));

        assertThat(all.groups()).hasSize(1);
        assertThat(all.groups().getFirst().versions().getFirst().kinds())
                .containsExactly(new ApiKind(pod, "pod", List.of("po"), List.of("all")));
    }

    @Test
    void customKindsHaveTheNamesFromTheirDefinition() throws Exception {
        var documents = new DiscoveryDocuments(ApiCatalogue.guessed(List.of(), List.of(gadgets())));
        JsonNode gadget = documents
                .resources("example.org", "v2")
                .orElseThrow()
                .path("resources")
                .get(0);

        assertThat(gadget.path("name").asText()).isEqualTo("gadgets");
        assertThat(gadget.path("singularName").asText()).isEqualTo("gadget");
        assertThat(gadget.path("shortNames").get(0).asText()).isEqualTo("gd");
        assertThat(gadget.path("categories").get(0).asText()).isEqualTo("all");
        assertThat(documents.resources("example.org", "v3")).as("not served").isEmpty();
    }
}
