package io.livekube.hub.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.Resource;
import io.livekube.protocol.Part;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// How long objects of a mirror stay plain.
class KindMirrorTest {
    private final KindMirror pods = new KindMirror("shop", new Part.Kind(Resource.core("v1", "pods"), "Pod", true));

    private KubeObject pod(int version) throws MalformedObjectException {
        byte[] json = """
                {"metadata":{"namespace":"default","name":"web","uid":"1","resourceVersion":"%d"},"spec":{"x":"%s"}}""".formatted(version, "x".repeat(2_000)).getBytes(StandardCharsets.UTF_8);
        return pods.decode(json, 0, json.length);
    }

    private void publish(KubeObject pod) {
        pods.publish(pods.store().snapshot().draft().put(pod).at(pod.resourceVersion()), Map.of(), Instant.EPOCH);
    }

    @Test
    void aChangeStaysPlainUntilChangesArePacked() throws MalformedObjectException {
        publish(pod(1));
        KubeObject changed = pod(2);
        publish(changed);
        assertThat(changed.storedBytes()).isGreaterThan(changed.contentBytes());
        byte[] content = changed.content();

        pods.packChanges();

        assertThat(changed.storedBytes()).isLessThan(changed.contentBytes());
        assertThat(changed.content()).isEqualTo(content);
    }

    @Test
    void fewOfManyChangesArePlainAtATime() throws MalformedObjectException {
        publish(pod(1));
        for (int version = 2; version <= 1_000; version++) {
            publish(pod(version));
        }
        long stillPlain =
                pods.log().read(pods.log().positionAfter(1).orElseThrow(), 10_000).orElseThrow().entries().stream()
                        .filter(entry ->
                                entry.object().storedBytes() > entry.object().contentBytes())
                        .count();
        assertThat(stillPlain).isBetween(1L, 100L);
    }
}
