package io.livekube.testkit.contract;

import static io.livekube.testkit.contract.Manifests.names;
import static io.livekube.testkit.contract.Manifests.version;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/// Reads at a version: `resourceVersion` and `resourceVersionMatch` of lists and single objects.
public interface VersionsContract extends ContractScene {

    String FAR_FUTURE = "1000000000000";

    @Test
    default void versionsRiseWithEveryWriteOfAnyKind() {
        Scene scene = scene();
        long map = version(scene.createConfigMaps("a").getFirst());
        long secret = version(scene.api()
                .post(scene.path("secrets"), Manifests.json("{'metadata':{'name':'a'}}"))
                .created());
        long changed = version(scene.api()
                .mergePatch(scene.configMap("a"), "{'data':{'key':'second'}}")
                .ok());
        scene.api().delete(scene.configMap("a")).ok();
        long list = scene.listVersion();

        assertThat(map).isPositive().isLessThan(secret);
        assertThat(secret).isLessThan(changed);
        assertThat(changed).isLessThan(list);
    }

    @Test
    default void aListSeesEveryWriteBeforeItAndIsNoOlderThanItsItems() {
        Scene scene = scene();
        for (String name : new String[] {"a", "b", "c"}) {
            long written = version(scene.createConfigMaps(name).getFirst());
            JsonNode list = scene.api().get(scene.configMaps()).ok();

            assertThat(list.path("kind").asText()).isEqualTo("ConfigMapList");
            assertThat(list.path("apiVersion").asText()).isEqualTo("v1");
            assertThat(names(list)).last().isEqualTo(name);
            assertThat(version(list)).isGreaterThanOrEqualTo(written);
            assertThat(list.path("items")).allMatch(item -> version(item) <= version(list));
        }
    }

    @Test
    default void versionZeroServesTheCurrentStateWholeWhateverTheLimit() {
        Scene scene = scene();
        scene.createConfigMaps("a", "b", "c");
        long consistent = scene.listVersion();

        JsonNode list =
                scene.api().get(scene.configMaps(), "resourceVersion=0&limit=1").ok();

        assertThat(names(list)).containsExactly("a", "b", "c");
        assertThat(version(list)).isGreaterThanOrEqualTo(consistent);
    }

    @Test
    default void notOlderThanAVersionServesThatVersionOrALaterOne() {
        Scene scene = scene();
        long first = version(scene.createConfigMaps("a").getFirst());
        long second = version(scene.createConfigMaps("b").getFirst());

        JsonNode implied =
                scene.api().get(scene.configMaps(), "resourceVersion=" + second).ok();
        JsonNode stated = scene.api()
                .get(scene.configMaps(), "resourceVersion=" + first + "&resourceVersionMatch=NotOlderThan")
                .ok();
        JsonNode single = scene.api()
                .get(scene.configMap("b"), "resourceVersion=" + second)
                .ok();

        assertThat(version(implied)).isGreaterThanOrEqualTo(second);
        assertThat(names(implied)).containsExactly("a", "b");
        assertThat(version(stated)).isGreaterThanOrEqualTo(first);
        assertThat(version(single)).isEqualTo(second);
    }

    @Test
    default void anExactVersionServesThePast() {
        Scene scene = scene();
        scene.createConfigMaps("a");
        long past = version(scene.createConfigMaps("b").getFirst());
        scene.api()
                .mergePatch(scene.configMap("a"), "{'data':{'key':'second'}}")
                .ok();
        scene.api().delete(scene.configMap("b")).ok();
        scene.createConfigMaps("c");

        JsonNode list = scene.api()
                .get(scene.configMaps(), "resourceVersion=" + past + "&resourceVersionMatch=Exact")
                .ok();

        assertThat(version(list)).isEqualTo(past);
        assertThat(names(list)).containsExactly("a", "b");
        assertThat(list.at("/items/0/data/key").asText()).isEqualTo("first");
    }

    @Test
    default void anExactVersionBeforeTheCompactionIsExpired() {
        Scene scene = scene();
        scene.createEvents("a");
        long past = version(scene.api().get(scene.events()).ok());
        scene.createEvents("b", "c");
        target().compact();

        Reply exact = scene.api().get(scene.events(), "resourceVersion=" + past + "&resourceVersionMatch=Exact");
        JsonNode later =
                scene.api().get(scene.events(), "resourceVersion=" + past).ok();

        assertThat(exact.refusal(410, "Expired")).isEqualTo("The resourceVersion for the provided list is too old.");
        assertThat(names(later)).containsExactly("a", "b", "c");
    }

    @Test
    default void aVersionMatchNeedsAVersionAndAKnownRule() {
        Scene scene = scene();
        Reply alone = scene.api().get(scene.configMaps(), "resourceVersionMatch=Exact");
        Reply unknown = scene.api().get(scene.configMaps(), "resourceVersion=1&resourceVersionMatch=Sometimes");
        Reply exactZero = scene.api().get(scene.configMaps(), "resourceVersion=0&resourceVersionMatch=Exact");

        JsonNode status = alone.refused(422, "Invalid");
        assertThat(status.path("message").asText())
                .isEqualTo("ListOptions.meta.k8s.io \"\" is invalid: resourceVersionMatch: Forbidden: "
                        + "resourceVersionMatch is forbidden unless resourceVersion is provided");
        assertThat(status.at("/details/group").asText()).isEqualTo("meta.k8s.io");
        assertThat(status.at("/details/kind").asText()).isEqualTo("ListOptions");
        assertThat(status.at("/details/causes/0/reason").asText()).isEqualTo("FieldValueForbidden");
        assertThat(status.at("/details/causes/0/field").asText()).isEqualTo("resourceVersionMatch");
        assertThat(unknown.refused(422, "Invalid")
                        .at("/details/causes/0/reason")
                        .asText())
                .isEqualTo("FieldValueNotSupported");
        assertThat(exactZero.refusal(422, "Invalid"))
                .endsWith("resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\"");
    }

    @Test
    default void aFutureVersionTimesOutAndSaysWhenToRetry() {
        Scene scene = scene();
        scene.createConfigMaps("a");

        List<CompletableFuture<Reply>> reads = List.of(
                later(() -> scene.api().get(scene.configMaps(), "resourceVersion=" + FAR_FUTURE)),
                later(() -> scene.api()
                        .get(scene.configMaps(), "resourceVersion=" + FAR_FUTURE + "&resourceVersionMatch=Exact")),
                later(() -> scene.api().get(scene.configMap("a"), "resourceVersion=" + FAR_FUTURE)));

        for (CompletableFuture<Reply> read : reads) {
            Reply reply = read.join();
            JsonNode status = reply.refused(504, "Timeout");
            assertThat(status.path("message").asText())
                    .startsWith("Timeout: Too large resource version: " + FAR_FUTURE + ", current: ");
            assertThat(status.at("/details/causes/0/reason").asText()).isEqualTo("ResourceVersionTooLarge");
            assertThat(status.at("/details/retryAfterSeconds").asInt()).isEqualTo(1);
            assertThat(reply.header("Retry-After")).isEqualTo("1");
        }
    }

    private static CompletableFuture<Reply> later(Supplier<Reply> read) {
        return CompletableFuture.supplyAsync(read, Thread::startVirtualThread);
    }

    @Test
    default void aVersionThatIsNoNumberIsABadRequest() {
        Scene scene = scene();
        assertThat(scene.api().get(scene.configMaps(), "resourceVersion=abc").refusal(400, "BadRequest"))
                .startsWith("invalid resource version: resourceVersion: Invalid value: \"abc\"");
        assertThat(scene.api().get(scene.configMaps(), "limit=abc").refusal(400, "BadRequest"))
                .contains("abc");
    }

    @Test
    default void aWriteThatChangesNothingKeepsTheVersion() {
        Scene scene = scene();
        JsonNode created = scene.createConfigMaps("a").getFirst();

        JsonNode put = scene.api().put(scene.configMap("a"), created).ok();
        JsonNode patched = scene.api()
                .mergePatch(scene.configMap("a"), "{'data':{'key':'first'}}")
                .ok();

        assertThat(version(put)).isEqualTo(version(created));
        assertThat(version(patched)).isEqualTo(version(created));
    }
}
