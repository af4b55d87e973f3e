package io.livekube.testkit.contract;

import static io.livekube.testkit.contract.Manifests.names;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Label and field selectors, of lists and of watches.
public interface SelectorContract extends ContractScene {

    @Test
    default void labelSelectorsKnowEqualitySetsAndPresence() {
        Scene scene = scene();
        scene.create(Manifests.configMap("blue", "color", "blue"));
        scene.create(Manifests.configMap("green", "color", "green"));
        scene.create(Manifests.configMap("red", "color", "red"));
        scene.create(Manifests.configMap("three", "size", "3"));
        scene.createConfigMaps("zero");

        Map<String, List<String>> expected = Map.ofEntries(
                Map.entry("color=red", List.of("red")),
                Map.entry("color==red", List.of("red")),
                Map.entry("color!=red", List.of("blue", "green", "three", "zero")),
                Map.entry("color in (red, blue)", List.of("blue", "red")),
                Map.entry("color notin (red,blue)", List.of("green", "three", "zero")),
                Map.entry("color", List.of("blue", "green", "red")),
                Map.entry("!color", List.of("three", "zero")),
                Map.entry("color,color!=red", List.of("blue", "green")),
                Map.entry("color in (red),color notin (red)", List.of()),
                Map.entry("size>2", List.of("three")),
                Map.entry("size<3", List.of()));

        assertThat(expected)
                .allSatisfy((selector, names) -> assertThat(scene.listNames("labelSelector=" + selector))
                        .as(selector)
                        .isEqualTo(names));
    }

    @Test
    default void invalidSelectorsAreBadRequests() {
        Map<String, String> labels = Map.of(
                "color in red", "unable to parse requirement: found 'red' expected: '('",
                "==", "found '==', expected: !, identifier, or 'end of string'",
                "color=-red", "unable to parse requirement: values[0][color]: Invalid value: \"-red\"",
                "a,,b", "found ',', expected: identifier after ','");

        assertThat(labels)
                .allSatisfy((selector, message) -> assertThat(scene().api()
                                .get(scene().configMaps(), "labelSelector=" + selector)
                                .refusal(400, "BadRequest"))
                        .as(selector)
                        .startsWith(message));
        assertThat(scene().api()
                        .get(scene().configMaps(), "fieldSelector=metadata.name")
                        .refusal(400, "BadRequest"))
                .isEqualTo("invalid selector: 'metadata.name'; can't understand 'metadata.name'");
    }

    @Test
    default void everyKindIsSelectedByNameAndNamespace() {
        Scene scene = scene();
        scene.createConfigMaps("a", "b");

        assertThat(scene.listNames("fieldSelector=metadata.name=a")).containsExactly("a");
        assertThat(scene.listNames("fieldSelector=metadata.name!=a")).containsExactly("b");
        assertThat(scene.listNames("fieldSelector=metadata.name==b,metadata.namespace=" + scene.namespace()))
                .containsExactly("b");
        assertThat(scene.listNames("fieldSelector=metadata.namespace=elsewhere"))
                .isEmpty();
        assertThat(names(scene.api()
                        .get(
                                "/api/v1/configmaps",
                                "fieldSelector=metadata.name!=a,metadata.namespace=" + scene.namespace())
                        .ok()))
                .containsExactly("b");
    }

    @Test
    default void podsAreSelectedByNodeAndPhase() {
        Scene scene = scene();
        var bound = Manifests.pod("bound");
        bound.withObject("/spec").put("nodeName", "node-1");
        scene.createPod(bound);
        scene.createPod(Manifests.pod("waiting"));
        scene.api()
                .mergePatch(scene.path("pods/bound/status"), "{'status':{'phase':'Running'}}")
                .ok();

        assertThat(podsWith("spec.nodeName=node-1")).containsExactly("bound");
        assertThat(podsWith("spec.nodeName=")).containsExactly("waiting");
        assertThat(podsWith("status.phase=Running")).containsExactly("bound");
        assertThat(podsWith("status.phase!=Running")).containsExactly("waiting");
        assertThat(podsWith("status.phase=Pending,spec.nodeName=node-1")).isEmpty();
    }

    private List<String> podsWith(String fields) {
        return names(scene().api()
                .get(scene().path("pods"), "fieldSelector=" + fields)
                .ok());
    }

    @Test
    default void eventsAreSelectedByTheObjectTheyAreAbout() {
        Scene scene = scene();
        scene.createEvents("a", "b");

        JsonNode events = scene.api()
                .get(
                        scene.events(),
                        "fieldSelector=involvedObject.kind=Pod,involvedObject.name=b,involvedObject.uid=uid-of-b,"
                                + "involvedObject.namespace=" + scene.namespace() + ",type=Normal,reason=Started")
                .ok();

        assertThat(names(events)).containsExactly("b");
    }

    @Test
    default void anUnknownFieldIsABadRequestInTheWordsOfItsKind() {
        Scene scene = scene();
        String own = "field label not supported: spec.colour";
        String none = "\"spec.colour\" is not a known field selector: only \"metadata.name\", \"metadata.namespace\"";
        Map<String, String> messages = Map.of(
                scene.path("pods"),
                own,
                scene.events(),
                own,
                "/api/v1/namespaces",
                own,
                "/api/v1/nodes",
                own,
                scene.configMaps(),
                none,
                scene.deployments(),
                none);

        assertThat(messages)
                .allSatisfy((path, message) -> assertThat(scene.api()
                                .get(path, "fieldSelector=spec.colour=red")
                                .refusal(400, "BadRequest"))
                        .as(path)
                        .isEqualTo(message));
    }

    @Test
    default void anObjectThatBeginsToMatchIsAddedAndOneThatStopsIsDeleted() {
        Scene scene = scene();
        scene.create(Manifests.configMap("a", "color", "blue"));
        long listed = scene.listVersion();

        try (OpenWatch watch =
                scene.api().watch(scene.configMaps(), "resourceVersion=" + listed + "&labelSelector=color=red")) {
            paint(scene, "red", "second");
            paint(scene, "red", "third");
            long left = paint(scene, "blue", "fourth");

            List<ReceivedEvent> events = watch.next(3);
            assertThat(events).extracting(ReceivedEvent::summary).containsExactly("ADDED a", "MODIFIED a", "DELETED a");
            ReceivedEvent deleted = events.getLast();
            assertThat(deleted.version()).isEqualTo(left);
            assertThat(deleted.object().at("/data/key").asText())
                    .as("the state that last matched")
                    .isEqualTo("third");
        }
    }

    @Test
    default void aWatchWithBothSelectorsNeedsBothToMatch() {
        Scene scene = scene();
        long listed = scene.listVersion();

        try (OpenWatch watch = scene.api()
                .watch(
                        scene.configMaps(),
                        "resourceVersion=" + listed + "&labelSelector=color=red&fieldSelector=metadata.name!=b")) {
            scene.create(Manifests.configMap("a", "color", "blue"));
            scene.create(Manifests.configMap("b", "color", "red"));
            scene.create(Manifests.configMap("c", "color", "red"));
            assertThat(watch.next().summary()).isEqualTo("ADDED c");
        }
    }

    private static long paint(Scene scene, String color, String data) {
        return Manifests.version(scene.api()
                .mergePatch(
                        scene.configMap("a"),
                        "{'metadata':{'labels':{'color':'" + color + "'}},'data':{'key':'" + data + "'}}")
                .ok());
    }
}
