package io.livekube.hub.mirror;

import static io.livekube.hub.TestingPatience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.Resource;
import io.livekube.protocol.Part;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What the background thread packs.
@Timeout(60)
class RepackerTest {
    private final ClusterMirror shop = new ClusterMirror("shop");
    private final KindMirror pods = new KindMirror("shop", new Part.Kind(Resource.core("v1", "pods"), "Pod", true));

    private KubeObject pod(int version) throws MalformedObjectException {
        byte[] json = """
                {"metadata":{"namespace":"default","name":"web","uid":"1","resourceVersion":"%d"},"spec":{"x":"%s"}}""".formatted(version, "x".repeat(2_000)).getBytes(StandardCharsets.UTF_8);
        KubeObject pod = pods.decode(json, 0, json.length);
        pods.publish(pods.store().snapshot().draft().put(pod).at(version), Map.of(), Instant.EPOCH);
        return pod;
    }

    @Test
    void theLastChangeOfAQuietKindIsPackedAfterAMoment() throws MalformedObjectException {
        shop.add(pods);
        pod(1);
        KubeObject last = pod(2);
        assertThat(last.storedBytes()).isGreaterThan(last.contentBytes());
        try (var _ = Repacker.start(() -> List.of(shop))) {
            await().until(() -> last.storedBytes() < last.contentBytes());
        }
    }
}
