package io.livekube.hub.kubeapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.hub.TestingBatches;
import io.livekube.hub.TestingHub;
import io.livekube.hub.transport.CombinedCrc;
import io.livekube.hub.transport.JsonDocuments;
import java.io.ByteArrayInputStream;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.zip.CRC32;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Lists assembled from segments equal lists encoded as a whole.
@Timeout(60)
class SegmentedListTest {
    private static final String PODS = "/clusters/demo/api/v1/pods";

    private static int crc(byte[] text) {
        var crc = new CRC32();
        crc.update(text);
        return (int) crc.getValue();
    }

    @Test
    void checksumsOfSegmentsCombineToThatOfTheWhole() {
        var random = new SplittableRandom(7);
        for (int round = 0; round < 200; round++) {
            byte[] first = new byte[random.nextInt(3_000)];
            byte[] second = new byte[random.nextInt(70_000)];
            random.nextBytes(first);
            random.nextBytes(second);
            byte[] both = new byte[first.length + second.length];
            System.arraycopy(first, 0, both, 0, first.length);
            System.arraycopy(second, 0, both, first.length, second.length);
            assertThat(CombinedCrc.join(crc(first), crc(second), CombinedCrc.shift(second.length)))
                    .isEqualTo(crc(both));
        }
    }

    @Test
    void listIsTheSamePlainAndCompressedBeforeAndAfterChanges() throws Exception {
        try (TestingHub hub = TestingHub.start();
                HttpClient client = HttpClient.newHttpClient()) {
            assertThat(hub.post("demo", TestingBatches.full(TestingBatches.SESSION, 3_000))
                            .statusCode())
                    .isEqualTo(200);
            for (int i = 0; i < 5; i++) {
                for (String query : new String[] {"", "?limit=1200", "?limit=2999"}) {
                    String plain = hub.get(PODS + query).body();
                    HttpResponse<String> again = hub.get(PODS + query);
                    assertThat(again.body()).isEqualTo(plain);
                    assertThat(again.headers().firstValueAsLong("Content-Length"))
                            .as("sent as a whole")
                            .hasValue(plain.length());
                    byte[] packed = client.send(
                                    hub.request(PODS + query)
                                            .header("Accept-Encoding", "gzip")
                                            .build(),
                                    HttpResponse.BodyHandlers.ofByteArray())
                            .body();
                    String unpacked = new String(
                            new GZIPInputStream(new ByteArrayInputStream(packed)).readAllBytes(),
                            StandardCharsets.UTF_8);
                    assertThat(unpacked).isEqualTo(plain);
                    int count = JsonDocuments.parse(plain.getBytes(StandardCharsets.UTF_8))
                            .path("items")
                            .size();
                    assertThat(count).isEqualTo(query.isEmpty() ? 3_000 + i : Integer.parseInt(query.substring(7)));
                }
                String all =
                        hub.get("/clusters/demo/api/v1/namespaces/default/pods").body();
                for (int done = 0; done < i; done++) {
                    assertThat(all).contains("\"new-" + done + "\"");
                }
                String batch = TestingBatches.delta(TestingBatches.SESSION, 2 + i, "default", "new-" + i, 50_010 + i);
                assertThat(hub.post("demo", batch).statusCode()).isEqualTo(200);
            }
        }
    }
}
