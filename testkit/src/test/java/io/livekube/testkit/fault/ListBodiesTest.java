package io.livekube.testkit.fault;

import static io.livekube.testkit.fault.Faults.oldResourceVersion;
import static io.livekube.testkit.fault.Faults.recordList;
import static io.livekube.testkit.fault.Faults.replayList;
import static io.livekube.testkit.fault.Faults.rewriteBody;
import static io.livekube.testkit.fault.Faults.undecodableItem;
import static io.livekube.testkit.fault.RequestMatcher.list;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ListBodiesTest {

    private static final String LIST = "/api/v1/pods";

    private static String podList(String version) {
        return """
                {"kind":"PodList","apiVersion":"v1","metadata":{"continue":"","resourceVersion":"%s"},"items":[\
                {"metadata":{"name":"ä","resourceVersion":"7"}},{"metadata":{"name":"b","resourceVersion":"8"}}]}
                """.formatted(version);
    }

    private static String expected(String version) {
        return new String(podList(version).getBytes(UTF_8), ISO_8859_1);
    }

    /// Versions 100, 200, 300… from one LIST to the next.
    private static ScriptedUpstream risingLists() throws IOException {
        var version = new AtomicInteger();
        return new ScriptedUpstream(call -> call.json(podList(Integer.toString(version.addAndGet(100)))));
    }

    @Test
    void givenOldVersionReplacesTheListsOwnAndNotTheItems() throws IOException {
        try (var upstream = risingLists();
                var proxy = FaultProxy.before(upstream.endpoint())) {
            proxy.when(list("pods")).always().then(oldResourceVersion("42"));

            var reply = RawClient.get(proxy, LIST);

            assertThat(reply.body()).isEqualTo(expected("42"));
            assertThat(reply.end()).isEqualTo(RawClient.End.CLEAN);
        }
    }

    @Test
    void theRecordedVersionIsReturnedByLaterLists() throws IOException {
        var old = new ListRecording();
        try (var upstream = risingLists();
                var proxy = FaultProxy.before(upstream.endpoint())) {
            proxy.when(list("pods")).then(recordList(old));
            proxy.when(list("pods")).times(2).then(oldResourceVersion(old));

            assertThat(RawClient.get(proxy, LIST).body()).isEqualTo(expected("100"));
            assertThat(RawClient.get(proxy, LIST).body()).isEqualTo(expected("100"));
            assertThat(RawClient.get(proxy, LIST).body()).isEqualTo(expected("100"));
            assertThat(RawClient.get(proxy, LIST).body()).isEqualTo(expected("400"));
            assertThat(old.resourceVersion()).contains("100");
        }
    }

    @Test
    void recordedListIsReplayedWhole() throws IOException {
        var old = new ListRecording();
        try (var upstream = risingLists();
                var proxy = FaultProxy.before(upstream.endpoint())) {
            proxy.when(list("pods")).then(recordList(old));
            proxy.when(list("pods")).after(1).then(replayList(old));

            RawClient.get(proxy, LIST);
            assertThat(RawClient.get(proxy, LIST).body()).isEqualTo(expected("200"));
            assertThat(RawClient.get(proxy, LIST).body()).isEqualTo(expected("100"));
        }
    }

    @Test
    void replayWithoutARecordingIsReported() throws IOException {
        try (var upstream = risingLists();
                var proxy = FaultProxy.before(upstream.endpoint())) {
            proxy.when(list("pods")).then(replayList(new ListRecording()));

            var reply = RawClient.get(proxy, LIST);

            assertThat(reply.head().status()).isEqualTo(502);
            assertThat(reply.body()).contains("no list was recorded yet");
        }
    }

    @Test
    void undecodableItemBreaksThatItemInPlace() throws IOException {
        try (var upstream = risingLists();
                var proxy = FaultProxy.before(upstream.endpoint())) {
            proxy.when(list("pods")).then(undecodableItem(2));

            String body = RawClient.get(proxy, LIST).body();

            String whole = expected("100");
            int second = whole.indexOf("{\"metadata\":{\"name\":\"b\"");
            assertThat(body)
                    .hasSameSizeAs(whole)
                    .startsWith(whole.substring(0, second))
                    .endsWith("]}\n");
            assertThatThrownBy(() -> new JsonMapper().readTree(body.getBytes(ISO_8859_1)))
                    .isInstanceOf(JacksonException.class);
        }
    }

    @Test
    void failingRewriteIsReportedNotPassedOver() throws IOException {
        try (var upstream = risingLists();
                var proxy = FaultProxy.before(upstream.endpoint())) {
            proxy.when(list("pods")).then(rewriteBody(_ -> {
                throw new IllegalStateException("my mistake");
            }));

            assertThat(RawClient.get(proxy, LIST).body()).contains("my mistake");
        }
    }
}
