package io.livekube.testkit.fault;

import static io.livekube.testkit.fault.Faults.contentType;
import static io.livekube.testkit.fault.Faults.dropQuery;
import static io.livekube.testkit.fault.Faults.errorEvent;
import static io.livekube.testkit.fault.Faults.events;
import static io.livekube.testkit.fault.Faults.resourceVersionTooLarge;
import static io.livekube.testkit.fault.Faults.respond;
import static io.livekube.testkit.fault.RequestMatcher.any;
import static io.livekube.testkit.fault.RequestMatcher.list;
import static io.livekube.testkit.fault.RequestMatcher.watch;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.ArrayBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswersTest {

    private static final String WATCH = "/api/v1/pods?watch=true";

    @ParameterizedTest
    @CsvSource({
        "401,Unauthorized",
        "403,Forbidden",
        "404,NotFound",
        "410,Expired",
        "422,Invalid",
        "429,TooManyRequests",
        "500,InternalError",
        "503,ServiceUnavailable"
    })
    void respondsWithAStatusObjectThatFitsTheCode(int code, String reason) throws IOException {
        try (var upstream = ScriptedUpstream.answering("{}");
                var proxy = FaultProxy.before(upstream.endpoint())) {
            proxy.when(any()).then(respond(code));

            var reply = RawClient.get(proxy, WATCH);

            assertThat(reply.head().status()).isEqualTo(code);
            assertThat(reply.head().headers().first("Content-Type")).contains("application/json");
            assertThat(reply.body()).contains("\"reason\":\"" + reason + "\"", "\"code\":" + code);
            proxy.requests().await(any(), 1, ExchangeOutcome.RESPONDED, ofSeconds(30));
        }
    }

    @Test
    void retryAfterIsInTheHeaderAndInTheStatus() throws IOException {
        try (var upstream = ScriptedUpstream.answering("{}");
                var proxy = FaultProxy.before(upstream.endpoint())) {
            proxy.when(any()).then(respond(429).retryAfter(ofSeconds(7)));

            var reply = RawClient.get(proxy, WATCH);

            assertThat(reply.head().headers().first("Retry-After")).contains("7");
            assertThat(reply.body()).contains("\"retryAfterSeconds\":7");
        }
    }

    @Test
    void tooLargeResourceVersionCarriesItsCause() throws IOException {
        try (var upstream = ScriptedUpstream.answering("{}");
                var proxy = FaultProxy.before(upstream.endpoint())) {
            proxy.when(any()).then(resourceVersionTooLarge());

            var reply = RawClient.get(proxy, WATCH);

            assertThat(reply.head().status()).isEqualTo(504);
            assertThat(reply.body()).contains("\"reason\":\"ResourceVersionTooLarge\"", "\"reason\":\"Timeout\"");
        }
    }

    @Test
    void expiryInMidPaginationMayCarryAnInconsistentToken() throws IOException {
        try (var upstream = ScriptedUpstream.answering("{}");
                var proxy = FaultProxy.before(upstream.endpoint())) {
            proxy.when(list("pods").page(2)).then(respond(410).continueToken("poisoned"));

            assertThat(RawClient.get(proxy, "/api/v1/pods?limit=5").body()).isEqualTo("{}");
            var second = RawClient.get(proxy, "/api/v1/pods?limit=5&continue=abc");

            assertThat(second.head().status()).isEqualTo(410);
            assertThat(second.body()).contains("\"continue\":\"poisoned\"");
        }
    }

    @Test
    void answeredRequestWithABodyLeavesTheConnectionUsable() throws IOException {
        try (var upstream = ScriptedUpstream.answering("{}");
                var proxy = FaultProxy.before(upstream.endpoint());
                var client = new RawClient(proxy)) {
            proxy.when(any()).then(respond(503));

            assertThat(client.send("POST", "/sync", "z".repeat(50_000))
                            .reply()
                            .head()
                            .status())
                    .isEqualTo(503);
            assertThat(client.send("POST", "/sync", "again").reply().head().status())
                    .isEqualTo(200);
        }
    }

    @Test
    void customBodyReplacesTheStatusObject() throws IOException {
        try (var upstream = ScriptedUpstream.answering("{}");
                var proxy = FaultProxy.before(upstream.endpoint())) {
            proxy.when(any()).then(respond(502).body("text/html", "<h1>Bad Gateway</h1>"));

            var reply = RawClient.get(proxy, WATCH);

            assertThat(reply.head().headers().first("Content-Type")).contains("text/html");
            assertThat(reply.body()).isEqualTo("<h1>Bad Gateway</h1>");
        }
    }

    @Test
    void anExpiredErrorEventEndsTheStreamCleanly() throws IOException {
        try (var upstream = ScriptedUpstream.watching("{\"n\":1}", "{\"n\":2}");
                var proxy = FaultProxy.before(upstream.endpoint())) {
            proxy.when(watch("pods")).then(errorEvent(410).after(events(1)));

            var reply = RawClient.get(proxy, WATCH);

            assertThat(reply.head().status()).isEqualTo(200);
            assertThat(reply.body().lines().toList())
                    .hasSize(2)
                    .last()
                    .satisfies(frame -> assertThat(frame)
                            .startsWith("{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\"")
                            .contains("\"reason\":\"Expired\"", "\"code\":410"));
            assertThat(reply.end()).isEqualTo(RawClient.End.CLEAN);
        }
    }

    @Test
    void errorEventAtOnceDoesNotWaitForTheFirstEvent() throws IOException {
        try (var upstream = ScriptedUpstream.watching();
                var proxy = FaultProxy.before(upstream.endpoint())) {
            proxy.when(watch("pods")).then(errorEvent(410));

            assertThat(RawClient.get(proxy, WATCH).lines()).isEqualTo(1);
        }
    }

    @Test
    void wrongContentTypeLeavesTheBodyAlone() throws IOException {
        try (var upstream = ScriptedUpstream.answering("{\"a\":1}");
                var proxy = FaultProxy.before(upstream.endpoint())) {
            proxy.when(any()).then(contentType("text/html"));

            var reply = RawClient.get(proxy, "/version");

            assertThat(reply.head().headers().first("Content-Type")).contains("text/html");
            assertThat(reply.body()).isEqualTo("{\"a\":1}");
        }
    }

    @Test
    void droppedQueryParametersNeverReachTheUpstream() throws Exception {
        var targets = new ArrayBlockingQueue<String>(1);
        try (var upstream = new ScriptedUpstream(call -> {
                    targets.add(call.head().target());
                    call.json("{}");
                });
                var proxy = FaultProxy.before(upstream.endpoint())) {
            proxy.when(any()).then(dropQuery("sendInitialEvents", "resourceVersionMatch"));

            RawClient.get(proxy, WATCH + "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&x=1");

            assertThat(targets.take()).isEqualTo(WATCH + "&x=1");
        }
    }
}
