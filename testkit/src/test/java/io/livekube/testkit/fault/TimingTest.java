package io.livekube.testkit.fault;

import static io.livekube.testkit.fault.Faults.bandwidth;
import static io.livekube.testkit.fault.Faults.delayFrames;
import static io.livekube.testkit.fault.Faults.latency;
import static io.livekube.testkit.fault.Faults.slowBody;
import static io.livekube.testkit.fault.FrameSelector.frames;
import static io.livekube.testkit.fault.RequestMatcher.any;
import static io.livekube.testkit.fault.RequestMatcher.watch;
import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import org.junit.jupiter.api.Test;

class TimingTest {

    private interface Action {
        void run() throws IOException;
    }

    private static Duration timeOf(Action action) throws IOException {
        long start = System.nanoTime();
        action.run();
        return Duration.ofNanos(System.nanoTime() - start);
    }

    @Test
    void latencyBeforeForwardingDelaysTheUpstream() throws Exception {
        var arrivals = new ArrayBlockingQueue<Long>(1);
        try (var upstream = new ScriptedUpstream(call -> {
                    arrivals.add(System.nanoTime());
                    call.json("{}");
                });
                var proxy = FaultProxy.before(upstream.endpoint())) {
            proxy.when(any()).then(latency(ofMillis(60)));

            long start = System.nanoTime();
            assertThat(RawClient.get(proxy, "/version").body()).isEqualTo("{}");

            assertThat(Duration.ofNanos(arrivals.take() - start)).isGreaterThanOrEqualTo(ofMillis(60));
        }
    }

    @Test
    void latencyBeforeTheResponseDelaysOnlyTheAnswer() throws Exception {
        var arrivals = new ArrayBlockingQueue<Long>(1);
        try (var upstream = new ScriptedUpstream(call -> {
                    arrivals.add(System.nanoTime());
                    call.json("{}");
                });
                var proxy = FaultProxy.before(upstream.endpoint())) {
            proxy.when(any()).then(latency(ofMillis(60)).beforeResponse());

            RawClient.get(proxy, "/version");

            assertThat(Duration.ofNanos(System.nanoTime() - arrivals.take())).isGreaterThanOrEqualTo(ofMillis(60));
        }
    }

    @Test
    void slowBodyTricklesAndArrivesCompletely() throws IOException {
        try (var upstream = ScriptedUpstream.answering("x".repeat(100));
                var proxy = FaultProxy.before(upstream.endpoint())) {
            proxy.when(any()).then(slowBody(10, ofMillis(10)));

            assertThat(timeOf(() ->
                            assertThat(RawClient.get(proxy, "/version").body()).hasSize(100)))
                    .isGreaterThanOrEqualTo(ofMillis(90));
        }
    }

    @Test
    void bandwidthCapHoldsForALargeBody() throws IOException {
        try (var upstream = ScriptedUpstream.answering("x".repeat(100_000));
                var proxy = FaultProxy.before(upstream.endpoint())) {
            proxy.when(any()).then(bandwidth(500_000));

            assertThat(timeOf(() ->
                            assertThat(RawClient.get(proxy, "/version").body()).hasSize(100_000)))
                    .isGreaterThanOrEqualTo(ofMillis(160));
        }
    }

    @Test
    void slowRequestBodyReachesTheUpstreamCompletely() throws IOException {
        var received = new ArrayBlockingQueue<byte[]>(1);
        try (var upstream = new ScriptedUpstream(call -> {
                    received.add(call.body());
                    call.json("{}");
                });
                var proxy = FaultProxy.before(upstream.endpoint());
                var client = new RawClient(proxy)) {
            proxy.when(any()).then(slowBody(10, ofMillis(10)).ofRequest());

            assertThat(timeOf(
                            () -> client.send("POST", "/sync", "y".repeat(100)).reply()))
                    .isGreaterThanOrEqualTo(ofMillis(90));
            assertThat(received.poll()).hasSize(100);
        }
    }

    @Test
    void delayedFrameHoldsBackLaterOnes() throws IOException {
        try (var upstream = ScriptedUpstream.watching("{\"n\":1}", "{\"n\":2}", "{\"n\":3}");
                var proxy = FaultProxy.before(upstream.endpoint());
                var client = new RawClient(proxy)) {
            proxy.when(watch("pods")).then(delayFrames(frames(2), ofMillis(60)));

            // From before the request on: on a busy machine the delay may begin long before frame 1 is read here.
            assertThat(timeOf(() -> {
                        client.send("GET", "/api/v1/pods?watch=1", "").readHead();
                        assertThat(client.readChunkLine()).isEqualTo("{\"n\":1}");
                        assertThat(client.readChunkLine()).isEqualTo("{\"n\":2}");
                    }))
                    .isGreaterThanOrEqualTo(ofMillis(60));
            assertThat(client.readChunkLine()).isEqualTo("{\"n\":3}");
        }
    }
}
