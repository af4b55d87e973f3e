package io.livekube.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterAccessTest {
    @TempDir
    private Path directory;

    @Test
    void impersonationSendsOneHeaderLinePerGroup() throws Exception {
        var seen = new CompletableFuture<Headers>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            seen.complete(exchange.getRequestHeaders());
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
        Path file = Files.writeString(
                directory.resolve("config"), """
                current-context: here
                contexts: [{name: here, context: {cluster: lab, user: me}}]
                clusters: [{name: lab, cluster: {server: "http://127.0.0.1:%d"}}]
                users: [{name: me, user: {token: secret, as: jane, as-groups: [testers, staff]}}]
                """.formatted(server.getAddress().getPort()));
        try {
            assertThat(ClusterAccess.problem(ClusterAccess.of(Optional.of(file), Optional.empty())))
                    .isEmpty();
        } finally {
            server.stop(0);
        }
        assertThat(seen.get(60, TimeUnit.SECONDS))
                .containsEntry("Impersonate-User", List.of("jane"))
                .containsEntry("Impersonate-Group", List.of("testers", "staff"));
    }
}
