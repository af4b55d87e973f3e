package io.livekube.testkit.fault;

import static io.livekube.testkit.fault.Faults.dropBookmarks;
import static io.livekube.testkit.fault.Faults.dropFrames;
import static io.livekube.testkit.fault.Faults.dropInitialEventsEnd;
import static io.livekube.testkit.fault.Faults.duplicateFrames;
import static io.livekube.testkit.fault.Faults.gzipMembers;
import static io.livekube.testkit.fault.Faults.rewriteFrames;
import static io.livekube.testkit.fault.Faults.swapFrames;
import static io.livekube.testkit.fault.Faults.undecodableFrames;
import static io.livekube.testkit.fault.FrameSelector.frames;
import static io.livekube.testkit.fault.FrameSelector.named;
import static io.livekube.testkit.fault.FrameSelector.ofType;
import static io.livekube.testkit.fault.RequestMatcher.any;
import static io.livekube.testkit.fault.RequestMatcher.watch;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class FramesTest {

    private static final String WATCH = "/api/v1/pods?watch=true";
    private static final String A = event("ADDED", "a", "");
    private static final String B = event("MODIFIED", "b", "");
    private static final String C = event("DELETED", "c", "");
    private static final String BOOKMARK = event("BOOKMARK", "", "");
    private static final String END =
            event("BOOKMARK", "", ",\"annotations\":{\"k8s.io/initial-events-end\":\"true\"}");

    private static String event(String type, String name, String more) {
        return "{\"type\":\"%s\",\"object\":{\"kind\":\"Pod\",\"metadata\":{\"name\":\"%s\"%s}}}"
                .formatted(type, name, more);
    }

    private static List<String> framesWith(Fault fault, String... sent) throws IOException {
        try (var upstream = endingAfter(sent);
                var proxy = FaultProxy.before(upstream.endpoint())) {
            proxy.when(watch("pods")).then(fault);
            var reply = RawClient.get(proxy, WATCH);
            assertThat(reply.end()).isEqualTo(RawClient.End.CLEAN);
            return reply.body().lines().toList();
        }
    }

    private static ScriptedUpstream endingAfter(String... frames) throws IOException {
        return new ScriptedUpstream(call -> {
            call.startWatch();
            for (String frame : frames) {
                call.frame(frame);
            }
            call.endWatch();
        });
    }

    @Test
    void missingEndBookmarkLeavesOtherBookmarksIn() throws IOException {
        assertThat(framesWith(dropInitialEventsEnd(), A, BOOKMARK, END, B)).containsExactly(A, BOOKMARK, B);
    }

    @Test
    void allBookmarksCanBeDropped() throws IOException {
        assertThat(framesWith(dropBookmarks(), A, BOOKMARK, END, B)).containsExactly(A, B);
    }

    @Test
    void lostEventIsJustMissing() throws IOException {
        assertThat(framesWith(dropFrames(named("b")), A, B, C)).containsExactly(A, C);
    }

    @Test
    void duplicatedEventComesTwiceInARow() throws IOException {
        assertThat(framesWith(duplicateFrames(ofType("DELETED")), A, C, B)).containsExactly(A, C, C, B);
    }

    @Test
    void aSwappedEventFollowsItsSuccessor() throws IOException {
        assertThat(framesWith(swapFrames(frames(1)), A, B, C)).containsExactly(B, A, C);
    }

    @Test
    void swappedLastEventIsNotLost() throws IOException {
        assertThat(framesWith(swapFrames(frames(2)), A, B)).containsExactly(A, B);
    }

    @Test
    void undecodableFrameKeepsItsNeighboursAndItsLine() throws IOException {
        List<String> lines = framesWith(undecodableFrames(frames(2)), A, B, C);

        assertThat(lines).hasSize(3).first().isEqualTo(A);
        assertThat(lines).last().isEqualTo(C);
        assertThatThrownBy(() -> new JsonMapper().readTree(lines.get(1).getBytes(ISO_8859_1)))
                .isInstanceOf(JacksonException.class);
    }

    @Test
    void framesCanBeRewrittenFreely() throws IOException {
        assertThat(framesWith(rewriteFrames(frames(1), _ -> "{\"metadata\":42}".getBytes(UTF_8)), A, B))
                .containsExactly("{\"metadata\":42}", B);
    }

    @Test
    void frameFaultsJoinInOrder() throws IOException {
        assertThat(framesWith(dropFrames(frames(1)).and(duplicateFrames(frames(2))), A, B, C))
                .containsExactly(B, B, C);
    }

    @Test
    void gzipHasOneMemberPerEvent() throws IOException {
        var acceptedUpstream = new ArrayBlockingQueue<Optional<String>>(1);
        try (var upstream = new ScriptedUpstream(call -> {
                    acceptedUpstream.add(call.head().headers().first("Accept-Encoding"));
                    call.startWatch();
                    call.frame(A);
                    call.frame(B);
                    call.endWatch();
                });
                var proxy = FaultProxy.before(upstream.endpoint())) {
            proxy.when(watch("pods")).then(gzipMembers());

            var reply = RawClient.get(proxy, WATCH, "Accept-Encoding: gzip");

            assertThat(reply.head().headers().first("Content-Encoding")).contains("gzip");
            byte[] body = reply.body().getBytes(ISO_8859_1);
            assertThat(reply.body().split("\u001f\u008b\u0008", -1))
                    .as("members")
                    .hasSize(3);
            assertThat(new GZIPInputStream(new ByteArrayInputStream(body)).readAllBytes())
                    .asString(UTF_8)
                    .isEqualTo(A + "\n" + B + "\n");
            assertThat(acceptedUpstream.poll()).contains("identity");
        }
    }

    @Test
    void gzipIsKeptFromAClientThatDidNotAskUnlessForced() throws IOException {
        try (var upstream = endingAfter(A);
                var proxy = FaultProxy.before(upstream.endpoint())) {
            proxy.when(watch("pods")).then(gzipMembers());
            proxy.when(watch("pods")).then(gzipMembers().evenIfNotAccepted());

            var plain = RawClient.get(proxy, WATCH);
            var forced = RawClient.get(proxy, WATCH);

            assertThat(plain.body()).isEqualTo(A + "\n");
            assertThat(forced.head().headers().first("Content-Encoding")).contains("gzip");
        }
    }

    @Test
    void errorStatusOfAWatchIsNotTouchedByFrameFaults() throws IOException {
        String gone = "{\"kind\":\"Status\",\"code\":410}\n";
        try (var upstream = new ScriptedUpstream(
                        call -> call.raw("HTTP/1.1 410 Gone\r\nContent-Type: application/json\r\nContent-Length: "
                                + gone.length() + "\r\n\r\n" + gone));
                var proxy = FaultProxy.before(upstream.endpoint())) {
            proxy.when(watch("pods")).then(dropFrames(FrameSelector.everyFrame()));

            assertThat(RawClient.get(proxy, WATCH).body()).isEqualTo(gone);
        }
    }

    @Test
    void frameFaultOnABodyThatIsNotJsonIsReportedNotIgnored() throws IOException {
        try (var upstream = new ScriptedUpstream(call -> call.raw("HTTP/1.1 200 OK\r\nContent-Type: "
                        + "application/vnd.kubernetes.protobuf;stream=watch\r\nContent-Length: 2\r\n\r\nxx"));
                var proxy = FaultProxy.before(upstream.endpoint())) {
            proxy.when(watch("pods")).then(dropFrames(frames(1)));

            var reply = RawClient.get(proxy, WATCH);

            assertThat(reply.head().status()).isEqualTo(502);
            assertThat(reply.body()).contains("protobuf");
            proxy.requests().await(any(), 1, ExchangeOutcome.FAULT_NOT_APPLICABLE, ofSeconds(30));
        }
    }
}
