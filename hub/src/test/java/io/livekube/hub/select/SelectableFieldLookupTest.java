package io.livekube.hub.select;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.Resource;
import io.livekube.hub.mirror.ClusterMirror;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.protocol.WellKnownKinds;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Selectable fields of a cluster's kinds, as far as the mirror knows their definitions.
class SelectableFieldLookupTest {
    private static final Resource WIDGETS = new Resource("example.com", "v1", "widgets");

    private static ClusterMirror clusterWithWidgets() throws MalformedObjectException {
        var cluster = new ClusterMirror("demo");
        var definitions = new KindMirror(
                "demo", WellKnownKinds.named("CustomResourceDefinition").orElseThrow());
        byte[] widgets = """
                {"metadata":{"name":"widgets.example.com","uid":"0b4f2f5e-0000-4000-8000-000000000001",\
                "resourceVersion":"7"},"spec":{"group":"example.com","names":{"plural":"widgets","kind":"Widget"},"versions":[{"name":"v1","selectableFields":\
                [{"jsonPath":".spec.colour"}]},{"name":"v2"}]}}\
                """.getBytes(StandardCharsets.UTF_8);
        definitions.publish(
                definitions.store().snapshot().draft(List.of(definitions.decode(widgets, 0, widgets.length)), 7),
                Map.of(),
                Instant.EPOCH);
        cluster.add(definitions);
        return cluster;
    }

    @Test
    void definitionStatesTheFieldsOfEachVersion() throws Exception {
        ClusterMirror cluster = clusterWithWidgets();
        var second = new Resource("example.com", "v2", "widgets");

        assertThat(SelectableFieldLookup.of(cluster, WIDGETS, true).fields())
                .containsOnlyKeys("metadata.name", "metadata.namespace", "spec.colour");
        assertThat(SelectableFieldLookup.of(cluster, second, false).fields()).containsOnlyKeys("metadata.name");
    }

    @Test
    void withoutADefinitionTheGroupNameDecides() {
        var empty = new ClusterMirror("demo");
        var leases = new Resource("coordination.k8s.io", "v1", "leases");

        assertThat(SelectableFieldLookup.of(empty, WIDGETS, true).refusal()).isEqualTo("field label not supported: %s");
        assertThat(SelectableFieldLookup.of(empty, leases, true).refusal()).contains("is not a known field selector");
        assertThat(SelectableFieldLookup.of(empty, Resource.core("v1", "pods"), true)
                        .fields())
                .containsKey("spec.nodeName");
    }
}
