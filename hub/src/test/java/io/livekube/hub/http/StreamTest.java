package io.livekube.hub.http;

import static io.livekube.hub.TestingBatches.SESSION;
import static io.livekube.hub.TestingBatches.delta;
import static io.livekube.hub.TestingBatches.full;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.hub.TestingHub;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Streams over HTTP, as browsers see them.
@Timeout(60)
class StreamTest {
    private TestingHub hub = TestingHub.start();
    private final HttpClient client = HttpClient.newHttpClient();
    private final List<TestingStream> open = new ArrayList<>();
    private long sequence = 1;

    @BeforeEach
    void sync() {
        assertThat(hub.post("demo", full(SESSION, 3)).statusCode()).isEqualTo(200);
    }

    @AfterEach
    void stop() throws IOException {
        for (TestingStream stream : open) {
            stream.close();
        }
        client.shutdownNow();
        hub.close();
    }

    private TestingStream stream(String query) throws Exception {
        return stream(query, "");
    }

    private TestingStream stream(String query, String lastId) throws Exception {
        TestingStream stream = TestingStream.open(client, hub, query, lastId);
        assertThat(stream.response().statusCode()).isEqualTo(200);
        open.add(stream);
        return stream;
    }

    private void post(String batch) {
        HttpResponse<String> answer = hub.post("demo", batch);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    private void change(String name, long version) {
        post(delta(SESSION, ++sequence, "default", name, version));
    }

    private void delete(String name, long version) {
        post("""
                {"SessionId":"%s","SequenceNumber":%d,"SyncType":"delta","Versions":{"Pod":"%d"},\
                "Deltas":[{"Kind":"Pod","Operation":"delete","Namespace":"default","Name":"%s","ResourceVersion":"%d"}]}\
                """.formatted(SESSION, ++sequence, version, name, version));
    }

    /// Adds or changes a pod that has a status of its own.
    private void podWith(String name, long version, Instant created, String status) {
        post("""
                {"SessionId":"%s","SequenceNumber":%d,"SyncType":"delta","Versions":{"Pod":"%d"},\
                "Deltas":[{"Kind":"Pod","Operation":"update","Namespace":"default","Name":"%s","Object":{"metadata":{\
                "name":"%s","namespace":"default","uid":"0b4f2f5e-0000-4000-8000-000000009999","resourceVersion":"%d",\
                "creationTimestamp":"%s"},"spec":{},"status":%s}}]}\
                """.formatted(SESSION, ++sequence, version, name, name, version, created, status));
    }

    @Test
    void rowsAppearUpdateAndVanish() throws Exception {
        TestingStream stream = stream("rows=pods&cluster=demo");
        assertThat(stream.response().headers().firstValue("Content-Type")).hasValue("text/event-stream");
        JsonNode columns = stream.await("columns");
        assertThat(columns.path("kind").asText()).isEqualTo("Pod");
        assertThat(columns.at("/columns/4/format").asText()).isEqualTo("age");
        JsonNode first = stream.await("rows");
        assertThat(first.path("reset").asBoolean()).isTrue();
        assertThat(first.path("state").asText()).isEqualTo("fresh");
        assertThat(stream.rows()).hasSize(3);
        change("new", 50_010);
        stream.awaitRows(rows -> rows.containsKey("demo/default/new"));
        assertThat(stream.rows().get("demo/default/new").path("version").asText())
                .isEqualTo("50010");
        change("new", 50_020);
        stream.awaitRows(
                rows -> rows.get("demo/default/new").path("version").asText().equals("50020"));
        delete("new", 50_030);
        stream.awaitRows(rows -> !rows.containsKey("demo/default/new"));
        assertThat(stream.rows()).hasSize(3);
    }
}
