package io.livekube.hub.agentapi;

import static io.livekube.hub.TestingBatches.SESSION;
import static io.livekube.hub.TestingBatches.delta;
import static io.livekube.hub.TestingBatches.full;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import io.livekube.hub.TestingHub;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Batches of an agent over a real socket.
@Timeout(60)
class SyncTest {
    @AutoClose
    private final TestingHub hub = TestingHub.start();

    private String pods() {
        return hub.get("/clusters/demo/api/v1/pods").body();
    }

    @Test
    void snapshotAndDeltaAreReadableImmediately() {
        HttpResponse<String> first = hub.post("demo", full(SESSION, 10));
        HttpResponse<String> second = hub.post("demo", delta(SESSION, 2, "default", "late", 60_000));

        assertThat(first.statusCode()).as(first.body()).isEqualTo(200);
        assertThat(first.body()).contains("\"Acknowledged\"").contains("\"SequenceNumber\":1");
        assertThat(second.statusCode()).as(second.body()).isEqualTo(200);
        assertThat(pods()).contains("\"late\"").contains("\"pod-00009\"").contains("\"resourceVersion\":\"60000\"");
    }

    @Test
    void bodiesMayBeCompressedWithGzipOrZstd() throws IOException {
        var gzipped = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(gzipped)) {
            gzip.write(full(SESSION, 10).getBytes(StandardCharsets.UTF_8));
        }
        byte[] zstd = Zstd.compress(delta(SESSION, 2, "default", "late", 60_000).getBytes(StandardCharsets.UTF_8));

        HttpResponse<String> first =
                hub.send(hub.batch("demo", gzipped.toByteArray()).header("Content-Encoding", "gzip"));
        HttpResponse<String> second = hub.send(hub.batch("demo", zstd).header("Content-Encoding", "zstd"));

        assertThat(first.statusCode()).as(first.body()).isEqualTo(200);
        assertThat(second.statusCode()).as(second.body()).isEqualTo(200);
        assertThat(pods()).contains("\"late\"");
    }

    @Test
    void repeatedBatchGetsTheSameAnswerAndHasNoEffect() {
        hub.post("demo", full(SESSION, 10));
        HttpResponse<String> second = hub.post("demo", delta(SESSION, 2, "default", "late", 60_000));
        String before = pods();
        HttpResponse<String> again = hub.post("demo", delta(SESSION, 2, "default", "late", 60_000));

        assertThat(again.statusCode()).isEqualTo(200);
        assertThat(again.body()).isEqualTo(second.body());
        assertThat(pods()).isEqualTo(before);
    }

    @Test
    void differentContentUnderTheSameSequenceOrAGapRequiresANewSession() {
        hub.post("demo", full(SESSION, 10));
        hub.post("demo", delta(SESSION, 2, "default", "late", 60_000));
        String before = pods();

        HttpResponse<String> other = hub.post("demo", delta(SESSION, 2, "default", "other", 60_001));
        HttpResponse<String> gap = hub.post("demo", delta(SESSION, 9, "default", "other", 60_001));
        HttpResponse<String> unknown = hub.post("demo", delta("00000000000000aa-1", 9, "default", "other", 60_001));

        assertThat(other.statusCode()).isEqualTo(409);
        assertThat(other.body()).contains("\"Reset\"").contains("\"error\"").contains("different content");
        assertThat(gap.body()).contains("\"Reset\"").contains("does not follow");
        assertThat(unknown.body()).contains("\"Reset\"").contains("is unknown to the hub");
        assertThat(pods()).isEqualTo(before);
    }

    @Test
    void wrongDigestIsDetectedAndChangesNothing() {
        hub.post("demo", full(SESSION, 10));
        String before = pods();
        String lying = delta(SESSION, 2, "default", "late", 60_000)
                .replace("\"Deltas\"", "\"Digests\":{\"Pod\":\"0123456789abcdef\"},\"Deltas\"");
        HttpResponse<String> answer = hub.post("demo", lying);

        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(answer.body()).contains("\"Mismatch\"").contains("digests").contains("pods");
        assertThat(pods()).isEqualTo(before);
        assertThat(hub.post("demo", delta(SESSION, 2, "default", "late", 60_000))
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void tooManySessionsWithinAMinuteAreBackedOff() {
        HttpResponse<String> answer = hub.post("demo", full(SESSION, 1));
        for (int i = 2; i < 10 && answer.statusCode() == 200; i++) {
            answer = hub.post("demo", full("8f14e45fceea167a-" + i, 1));
        }
        HttpResponse<String> other = hub.post("other", full(SESSION, 1));

        assertThat(answer.statusCode()).isEqualTo(429);
        assertThat(answer.headers().firstValueAsLong("Retry-After").orElseThrow())
                .isBetween(1L, 30L);
        assertThat(answer.body()).contains("\"BackOff\"").contains("\"error\"");
        assertThat(other.statusCode()).as("others are not affected").isEqualTo(200);
    }
}
