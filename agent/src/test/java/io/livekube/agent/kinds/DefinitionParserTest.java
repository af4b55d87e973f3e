package io.livekube.agent.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.model.FormatConfig;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.ObjectFormat;
import io.livekube.core.model.Resource;
import io.livekube.protocol.Part;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class DefinitionParserTest {
    private static final Resource DEFINITIONS = new Resource("apiextensions.k8s.io", "v1", "customresourcedefinitions");

    private static KubeObject definition(String scope, String established, String versions)
            throws MalformedObjectException {
        byte[] json = """
                {"metadata":{"name":"widgets.example.org","resourceVersion":"1"},
                 "spec":{"group":"example.org","scope":"%s","names":{"plural":"widgets","kind":"Widget"},
                  "versions":[%s]},
                 "status":{"conditions":[{"type":"NamesAccepted","status":"True"},
                  {"type":"Established","status":"%s"}]}}""".formatted(scope, versions, established).getBytes(StandardCharsets.UTF_8);
        return new ObjectFormat(DEFINITIONS, FormatConfig.defaultsFor(DEFINITIONS)).decode(json, 0, json.length);
    }

    private static String version(String name, boolean served, boolean storage) {
        return "{\"name\":\"%s\",\"served\":%b,\"storage\":%b}".formatted(name, served, storage);
    }

    @Test
    void theStoredVersionIsTheOneToFollow() throws Exception {
        String versions = version("v1alpha1", true, false) + "," + version("v1", true, true);
        assertThat(DefinitionParser.kind(definition("Namespaced", "True", versions)))
                .contains(new Part.Kind(new Resource("example.org", "v1", "widgets"), "Widget", true));
    }

    @Test
    void aStoredVersionThatIsNotServedGivesWayToTheFirstThatIs() throws Exception {
        String versions =
                version("v1", false, true) + "," + version("v2", true, false) + "," + version("v3", true, false);
        assertThat(DefinitionParser.kind(definition("Cluster", "True", versions)))
                .contains(new Part.Kind(new Resource("example.org", "v2", "widgets"), "Widget", false));
    }

    @Test
    void definitionsNotEstablishedOrNotServedAreNotFollowed() throws Exception {
        assertThat(DefinitionParser.kind(definition("Cluster", "False", version("v1", true, true))))
                .isEmpty();
        assertThat(DefinitionParser.kind(definition("Cluster", "True", version("v1", false, true))))
                .isEmpty();
    }
}
