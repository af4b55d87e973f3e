package io.livekube.testkit.fault;

import static io.livekube.testkit.fault.Faults.respond;
import static io.livekube.testkit.fault.RequestMatcher.any;
import static io.livekube.testkit.fault.RequestMatcher.anyWatch;
import static io.livekube.testkit.fault.RequestMatcher.list;
import static io.livekube.testkit.fault.RequestMatcher.method;
import static io.livekube.testkit.fault.RequestMatcher.path;
import static io.livekube.testkit.fault.RequestMatcher.pathBelow;
import static io.livekube.testkit.fault.RequestMatcher.requestThat;
import static io.livekube.testkit.fault.RequestMatcher.resource;
import static io.livekube.testkit.fault.RequestMatcher.watch;
import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.testkit.fault.http.Headers;
import io.livekube.testkit.fault.http.RequestHead;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RulesTest {

    private final RuleBook book = new RuleBook();
    private final PageCounter pages = new PageCounter();

    private ProxiedRequest get(String target) {
        return request("GET", target);
    }

    private ProxiedRequest request(String method, String target) {
        var head = new RequestHead(
                method, target, "HTTP/1.1", new Headers(List.of(new Headers.Field("User-Agent", "kubectl"))));
        return ProxiedRequest.of(head, 1, 1, Instant.EPOCH, pages);
    }

    private RuleBuilder when(RequestMatcher matcher) {
        return new RuleBuilder(book, matcher);
    }

    private List<Boolean> claims(int requests) {
        return IntStream.range(0, requests)
                .mapToObj(_ -> book.claim(get("/x")).isPresent())
                .toList();
    }

    @Test
    void aRuleAppliesOnceByDefault() {
        when(any()).then(respond(500));
        assertThat(claims(3)).containsExactly(true, false, false);
    }

    @Test
    void ruleAppliesAfterSoManyMatchesSoManyTimes() {
        when(any()).after(1).times(2).then(respond(500));
        assertThat(claims(5)).containsExactly(false, true, true, false, false);
    }

    @Test
    void nthMatchIsCountedFromOne() {
        Rule rule = when(any()).nth(3).then(respond(500));
        assertThat(claims(4)).containsExactly(false, false, true, false);
        assertThat(rule.applied()).isEqualTo(1);
    }

    @Test
    void firstMatchWinsAndAnExhaustedRuleStepsAside() {
        Rule once = when(any()).then(respond(500));
        Rule always = when(any()).always().then(respond(501));

        assertThat(book.claim(get("/x"))).contains(once);
        assertThat(book.claim(get("/x"))).contains(always);
        assertThat(book.claim(get("/x"))).contains(always);
    }

    @Test
    void ruleAheadOverridesThoseInForce() {
        when(any()).always().then(respond(500));
        Rule ahead = when(any()).ahead().then(respond(501));

        assertThat(book.claim(get("/x"))).contains(ahead);
    }

    @Test
    void removedRuleAppliesNoMore() {
        Rule rule = when(any()).always().then(respond(500));
        assertThat(book.claim(get("/x"))).contains(rule);

        rule.remove();

        assertThat(book.claim(get("/x"))).isEmpty();
    }

    @Test
    void sameSeedGivesTheSameChoice() {
        Rule first = when(any()).always().probability(0.5, 42).then(respond(500));
        List<Boolean> choice = claims(50);
        first.remove();
        when(any()).always().probability(0.5, 42).then(respond(500));

        assertThat(claims(50)).isEqualTo(choice).contains(true, false);
    }

    @Test
    void watchAndListAreDistinguished() {
        assertThat(watch("pods").matches(get("/api/v1/pods?watch=1"))).isTrue();
        assertThat(watch("pods").matches(get("/api/v1/pods"))).isFalse();
        assertThat(anyWatch().matches(get("/api/v1/nodes?watch=true"))).isTrue();
        assertThat(list("pods").matches(get("/api/v1/namespaces/a/pods"))).isTrue();
        assertThat(list("pods").matches(get("/api/v1/namespaces/a/pods/p"))).isFalse();
        assertThat(list("pods").matches(request("POST", "/api/v1/namespaces/a/pods")))
                .isFalse();
    }

    @Test
    void resourcesAreReadFromPaths() {
        assertThat(list("namespaces").matches(get("/api/v1/namespaces"))).isTrue();
        assertThat(list("deployments.apps").matches(get("/apis/apps/v1/deployments")))
                .isTrue();
        assertThat(list("deployments.other").matches(get("/apis/apps/v1/deployments")))
                .isFalse();
        assertThat(resource("pods").matches(get("/api/v1/namespaces/a/pods/p/log")))
                .isTrue();
        assertThat(resource("namespaces").matches(get("/api/v1/namespaces/a/status")))
                .isTrue();
        assertThat(list("pods").inNamespace("a").matches(get("/api/v1/namespaces/b/pods")))
                .isFalse();
        assertThat(get("/version").resource()).isEmpty();
        assertThat(get("/apis/apps/v1").resource()).isEmpty();
    }

    @Test
    void pagesAreCountedAlongContinueTokens() {
        assertThat(get("/api/v1/pods?limit=5").page()).isEqualTo(1);
        assertThat(get("/api/v1/pods?limit=5&continue=a").page()).isEqualTo(2);
        assertThat(get("/api/v1/nodes?limit=5").page()).isEqualTo(1);
        assertThat(get("/api/v1/pods?limit=2&continue=b").page()).isEqualTo(3);
        assertThat(get("/api/v1/pods?limit=5").page()).isEqualTo(1);
        assertThat(get("/api/v1/pods?watch=1").page()).isZero();
    }

    @Test
    void matchersNarrowJoinAndNegate() {
        ProxiedRequest request = get("/api/v1/pods?limit=5");
        assertThat(path("/api/v1/pods").matches(request)).isTrue();
        assertThat(pathBelow("/api/").query("limit", "5").matches(request)).isTrue();
        assertThat(method("GET").header("user-agent", "kubectl").matches(request))
                .isTrue();
        assertThat(method("POST").or(list("pods")).matches(request)).isTrue();
        assertThat(list("pods").not().matches(request)).isFalse();
        assertThat(requestThat("page 1", r -> r.page() == 1).matches(request)).isTrue();
        assertThat(list("pods").page(2).description()).isEqualTo("list pods page 2");
    }
}
