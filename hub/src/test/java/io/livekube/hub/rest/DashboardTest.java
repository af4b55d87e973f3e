package io.livekube.hub.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.hub.TestingHub;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The dashboard as served to browsers.
@Timeout(60)
class DashboardTest {
    private static final Pattern ASSET = Pattern.compile("(?:src|href)=\"\\./(assets/[^\"]+)\"");

    @AutoClose
    private final TestingHub hub = TestingHub.start();

    @Test
    void assetsOfThePageAreImmutable() {
        List<String> named = ASSET.matcher(get("/").body())
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(named).hasSizeGreaterThanOrEqualTo(3).allSatisfy(name -> {
            HttpResponse<String> asset = get("/" + name);
            assertThat(asset.statusCode()).isEqualTo(200);
            assertThat(asset.headers().firstValue("Cache-Control")).hasValue("public, max-age=31536000, immutable");
            assertThat(asset.headers().firstValue("Content-Type").orElseThrow())
                    .matches("(text/(css|javascript); charset=utf-8|image/svg\\+xml)");
        });
    }

    @Test
    void pageMayLoadOnlyItsOwnFiles() {
        HttpResponse<String> index = get("/");
        assertThat(index.headers().firstValue("Content-Security-Policy").orElseThrow())
                .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
                .doesNotContain("unsafe");
        assertThat(index.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
        assertThat(index.body()).doesNotContain("<script>", "<style", "style=");
    }

    @Test
    void pageIsRevalidatedAndSentOnce() {
        HttpResponse<String> index = get("/");
        assertThat(index.headers().firstValue("Cache-Control")).hasValue("no-cache");
        String tag = index.headers().firstValue("ETag").orElseThrow();
        assertThat(get("/", "If-None-Match", tag).statusCode()).isEqualTo(304);
        assertThat(get("/", "If-None-Match", "\"other\"").statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"br", "gzip"})
    void compressedAssetsAreSmaller(String coding) {
        HttpResponse<String> packed = get("/", "Accept-Encoding", coding);
        assertThat(packed.headers().firstValue("Content-Encoding")).hasValue(coding);
        assertThat(packed.headers().firstValueAsLong("Content-Length").orElseThrow())
                .isLessThan(get("/").body().length());
        assertThat(get("/", "Accept-Encoding", coding + ";q=0").headers().firstValue("Content-Encoding"))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/assets/", "/assets/none.js", "/assets/..%2Findex.html", "/assets/%2e%2e/files", "/files", "/a"
            })
    void otherPathsAreNotFound(String path) {
        assertThat(get(path).statusCode()).isEqualTo(404);
    }

    @Test
    void dashboardIsReadOnly() {
        HttpResponse<String> refused = hub.send(hub.request("/").POST(HttpRequest.BodyPublishers.noBody()));
        assertThat(refused.statusCode()).isEqualTo(405);
        assertThat(refused.headers().firstValue("Allow")).hasValue("GET, HEAD");
    }

    private HttpResponse<String> get(String path) {
        return hub.get(path);
    }

    private HttpResponse<String> get(String path, String header, String value) {
        return hub.send(hub.request(path).header(header, value).GET());
    }
}
