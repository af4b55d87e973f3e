package io.livekube.hub.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.model.FormatConfig;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectFormat;
import io.livekube.core.model.Resource;
import io.livekube.hub.problem.Problems;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Views of objects: their content, and that each version is parsed once.
class ObjectViewsTest {
    private static final String POD = """
            {"metadata":{"name":"web","namespace":"shop","uid":"0b4f2f5e-0000-4000-8000-000000000001",\
            "resourceVersion":"7","labels":{"app":"web","pod-template-hash":"x"},"annotations":{"note":"n"}},\
            "spec":{"nodeName":"node-1","serviceAccountName":"runner","readinessGates":[{"conditionType":"Ready"}],\
            "imagePullSecrets":[{"name":"pull"}],"volumes":[{"name":"v","configMap":{"name":"settings"}},\
            {"name":"w","secret":{"secretName":"keys"}},{"name":"x","persistentVolumeClaim":{"claimName":"data"}},\
            {"name":"y","projected":{"sources":[{"configMap":{"name":"more"}}]}}],\
            "initContainers":[{"name":"side","image":"side:1","restartPolicy":"Always"}],\
            "containers":[{"name":"c","image":"web:1","command":["run"],"envFrom":[{"secretRef":{"name":"env"}}],\
            "env":[{"name":"A","value":"v"},{"name":"B","valueFrom":{"configMapKeyRef":{"name":"flags","key":"b"}}}]}]},\
            "status":{"phase":"Running","nominatedNodeName":"node-2","podIPs":[{"ip":"10.0.0.1"}],\
            "conditions":[{"type":"Ready","status":"True"}],\
            "initContainerStatuses":[{"name":"side","ready":true,"started":true,"restartCount":1,"state":{"running":{}}}],\
            "containerStatuses":[{"name":"c","ready":true,"restartCount":2,"state":{"running":{}},\
            "lastState":{"terminated":{"exitCode":1,"reason":"OOMKilled","finishedAt":"2026-01-01T00:00:00Z"}}}]}}""";

    private final ObjectViews views = new ObjectViews();
    private final Map<Resource, ObjectFormat> formats = new HashMap<>();

    private KubeObject object(Resource resource, byte[] json) {
        try {
            return formats.computeIfAbsent(resource, of -> new ObjectFormat(of, FormatConfig.defaultsFor(of)))
                    .decode(json, 0, json.length);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void podIsFoundByLabelsImagesAndStatesAndListsItsReferences() {
        Resource pods = Resource.core("v1", "pods");
        KubeObject pod = object(pods, POD.getBytes(StandardCharsets.UTF_8));
        ObjectView view = views.of(pods).view(pod);
        assertThat(view.terms().labels()).isEqualTo(Map.of("app", "web"));
        assertThat(view.terms().images()).containsExactly("web:1", "side:1");
        assertThat(view.terms().statusWords()).containsExactly("OOMKilled");
        assertThat(views.of(pods).references(pod))
                .extracting(ObjectView.Reference::name)
                .containsExactly("runner", "pull", "settings", "keys", "data", "more", "env", "flags");
        assertThat(view.terms().node()).isEqualTo("node-1");
        assertThat(view.status()).isEqualTo("Running");
        assertThat(view.problem()).isEmpty();
    }

    @Test
    void versionIsParsedOnceForAllConsumers() {
        Resource pods = Resource.core("v1", "pods");
        KubeObject pod = object(pods, POD.getBytes(StandardCharsets.UTF_8));
        ObjectView view = views.of(pods).view(pod);

        assertThat(views.of(pods).view(pod)).isSameAs(view);
        assertThat(views.of(pods).view(object(pods, POD.getBytes(StandardCharsets.UTF_8))))
                .as("another version")
                .isNotSameAs(view);
    }

    @Test
    void unparsableObjectHasOnlyItsMetadata() {
        Resource pods = Resource.core("v1", "pods");
        String huge = POD.replace("\"nodeName\":", "\"huge\":%s,\"nodeName\":".formatted("9".repeat(2_000)));
        KubeObject pod = object(pods, huge.getBytes(StandardCharsets.UTF_8));
        ObjectView view = views.of(pods).view(pod);

        assertThat(view.readable()).isFalse();
        assertThat(view.status()).isEqualTo("<unknown>");
        assertThat(view.problem()).contains(Problems.UNREADABLE);
        assertThat(view.terms().labels()).isEqualTo(Map.of("app", "web"));
        assertThat(views.of(pods).content(pod).isMissingNode()).isTrue();
        assertThat(views.of(pods).references(pod)).isEmpty();
    }
}
