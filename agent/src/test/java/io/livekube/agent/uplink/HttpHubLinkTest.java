package io.livekube.agent.uplink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.livekube.agent.ScriptedHub;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class HttpHubLinkTest {
    private static final char[] PASSWORD = "changeit".toCharArray();

    private @TempDir Path dir = Path.of("");

    private HubHttp http(Optional<Path> caFile) throws Exception {
        Path token = Files.writeString(dir.resolve("token"), "t");
        return new HubHttp(TokenFile.read(token), caFile, "test");
    }

    private static HubLink.Reply send(HubHttp http, URI url, byte[] body, int length) throws Exception {
        return new HttpHubLink(url, http, Duration.ofSeconds(30)).send(body, length, Optional.empty());
    }

    private HubLink.Reply replyTo(ScriptedHub hub) throws Exception {
        try (hub;
                var http = http(Optional.empty())) {
            return send(http, hub.url(), new byte[] {1, 2, 3}, 2);
        }
    }

    @Test
    void onlyTheBytesOfTheBatchAreSent() throws Exception {
        ScriptedHub hub = ScriptedHub.start().then(500, "text/plain", "");
        var _ = replyTo(hub);
        assertThat(hub.requests().getFirst().body()).isEqualTo("\u0001\u0002");
    }

    @Test
    void aProxysPageIsShownInOneLine() throws Exception {
        assertThat(replyTo(ScriptedHub.start().then(503, "text/html", "<html>\n<h1>Down</h1>", "Retry-After", "7")))
                .isEqualTo(new HubLink.Reply.NoAnswer(
                        "HTTP 503: <html> <h1>Down</h1>", Optional.of(Duration.ofSeconds(7))));
    }

    @Test
    void aTimeThatIsNotInSecondsIsNotBelievedAndNoneIsForever() throws Exception {
        String date = "Wed, 21 Oct 2015 07:28:00 GMT";
        assertThat(replyTo(ScriptedHub.start().then(503, "text/plain", "x", "Retry-After", date)))
                .isEqualTo(new HubLink.Reply.NoAnswer("HTTP 503: x", Optional.empty()));
        assertThat(replyTo(ScriptedHub.start().then(429, "text/plain", "x", "Retry-After", "999999")))
                .isEqualTo(new HubLink.Reply.NoAnswer("HTTP 429: x", Optional.of(Duration.ofMinutes(10))));
    }

    @Test
    void aRedirectIsNotFollowedWithAToken() throws Exception {
        assertThat(replyTo(ScriptedHub.start().then(302, "text/html", "moved", "Location", "http://127.0.0.1:1/")))
                .isInstanceOfSatisfying(
                        HubLink.Reply.NoAnswer.class,
                        reply -> assertThat(reply.reason()).contains("HTTP 302").contains("check the URL"));
    }

    @Test
    void anAnswerWithoutEndIsCutOff() throws Exception {
        assertThat(replyTo(ScriptedHub.start().then(200, "application/json", "x".repeat(3 << 20))))
                .isInstanceOf(HubLink.Reply.NoAnswer.class);
    }

    @Test
    void anUnreachableServerIsReported() throws Exception {
        try (var http = http(Optional.empty())) {
            assertThat(send(http, URI.create("http://127.0.0.1:1"), new byte[1], 1))
                    .isInstanceOfSatisfying(
                            HubLink.Reply.NoAnswer.class,
                            reply -> assertThat(reply.reason()).contains("can't connect"));
        }
    }

    @Test
    void aHubIsTrustedByItsCertificateAndNotOtherwise() throws Exception {
        Path pem = dir.resolve("hub.pem");
        try (ScriptedHub hub = ScriptedHub.start(certified(pem)).then(500, "text/plain", "hello");
                var trusting = http(Optional.of(pem));
                var doubting = http(Optional.empty())) {
            assertThat(send(doubting, hub.url(), new byte[1], 1))
                    .isInstanceOfSatisfying(
                            HubLink.Reply.NoAnswer.class,
                            reply -> assertThat(reply.reason()).contains("the connection broke"));
            assertThat(send(trusting, hub.url(), new byte[1], 1))
                    .isEqualTo(new HubLink.Reply.NoAnswer("HTTP 500: hello", Optional.empty()));
        }
    }

    @Test
    void aCaFileWithoutCertificatesIsNamed() throws Exception {
        Path empty = Files.writeString(dir.resolve("empty.pem"), "");
        assertThatThrownBy(() -> http(Optional.of(empty))).hasMessageContaining("empty.pem");
        assertThatThrownBy(() -> http(Optional.of(dir.resolve("none")))).hasMessageContaining("check that it exists");
    }

    /// A key with a certificate for this address, which is written to a file.
    private SSLContext certified(Path pem) throws Exception {
        Path store = dir.resolve("hub.p12");
        keytool(store, "-genkeypair -alias hub -keyalg EC -dname CN=hub -ext san=ip:127.0.0.1 -validity 2");
        keytool(store, "-exportcert -rfc -alias hub -file " + pem);
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD);
        }
        var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    private static void keytool(Path store, String arguments) throws Exception {
        String tool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        var command = new ArrayList<>(List.of(tool));
        command.addAll(List.of(arguments.split(" ")));
        command.addAll(List.of("-keystore", store.toString(), "-storepass", new String(PASSWORD)));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue())
                .as(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isZero();
    }
}
