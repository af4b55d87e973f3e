package io.livekube.core.listwatch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.model.FormatConfig;
import io.livekube.core.model.ObjectFormat;
import io.livekube.core.model.Resource;
import io.livekube.core.watch.ReflectorSignal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonWatchDecoderTest {
    private static final Resource PODS = Resource.core("v1", "pods");
    private static final String POD =
            "{\"kind\":\"Pod\",\"metadata\":{\"name\":\"a\",\"namespace\":\"n\",\"uid\":\"u\",\"resourceVersion\":\"7\"}}";

    private final JsonWatchDecoder frames =
            new JsonWatchDecoder(new ObjectFormat(PODS, FormatConfig.defaultsFor(PODS)), _ -> {}, 1 << 20);

    private ReflectorSignal signal(String frame) {
        byte[] bytes = frame.replace("POD", POD).getBytes(UTF_8);
        return frames.signal(bytes, 0, bytes.length);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"MODIFIED\",\"object\":POD}",
                "{\"type\":\"ADDED\",\"object\":POD }",
                "{\"type\":\"MODIFIED\",\"object\":POD} ",
                "{\"object\":POD,\"type\":\"MODIFIED\"}",
                "{\"type\":\"MODIFIED\",\"object\":POD,\"more\":{}}"
            })
    void anObjectIsReadAtAnyPositionInItsFrame(String frame) {
        assertThat(signal(frame)).isInstanceOfSatisfying(ReflectorSignal.Applied.class, applied -> {
            assertThat(applied.object().name()).isEqualTo("a");
            assertThat(applied.object().resourceVersion()).isEqualTo(7);
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"MODIFIED\",\"object\":POD",
                "{\"type\":\"MODIFIED\",\"object\":{\"metadata\":}}",
                "{\"type\":\"MODIFIED\",\"object\":POD,}",
                "{\"type\":\"MODIFIED\"}"
            })
    void aDamagedFrameIsUndecodable(String frame) {
        assertThat(signal(frame)).isInstanceOf(ReflectorSignal.Undecodable.class);
    }

    @Test
    void aDeletionHasTheLastState() {
        assertThat(signal("{\"type\":\"DELETED\",\"object\":POD}")).isInstanceOf(ReflectorSignal.Deleted.class);
    }
}
