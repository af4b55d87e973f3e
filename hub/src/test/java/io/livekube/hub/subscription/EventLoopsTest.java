package io.livekube.hub.subscription;

import static io.livekube.hub.TestingBatches.SESSION;
import static io.livekube.hub.TestingBatches.delta;
import static io.livekube.hub.TestingBatches.full;
import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.hub.TestingHub;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Connections of one hub, spread over all its event loops.
@Timeout(60)
class EventLoopsTest {
    @Test
    void watchesAreServedByAsManyEventLoopsAsThereAreCores() throws Exception {
        int cores = Runtime.getRuntime().availableProcessors();
        List<Socket> sockets = new ArrayList<>();
        try (TestingHub hub = TestingHub.start()) {
            assertThat(hub.post("demo", full(SESSION, 3)).statusCode()).isEqualTo(200);
            List<BufferedReader> watches = new ArrayList<>();
            for (int i = 0; i < 3 * cores; i++) {
                var socket = new Socket(InetAddress.getLoopbackAddress(), hub.port());
                sockets.add(socket);
                socket.getOutputStream()
                        .write(
                                "GET /clusters/demo/api/v1/pods?watch=true&resourceVersion=50000 HTTP/1.1\r\nHost: hub\r\n\r\n"
                                        .getBytes(StandardCharsets.US_ASCII));
                watches.add(new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8)));
            }
            for (int i = 1; i <= 20; i++) {
                assertThat(hub.post("demo", delta(SESSION, 1 + i, "default", "pod-" + i, 50_000 + i))
                                .statusCode())
                        .isEqualTo(200);
            }
            for (BufferedReader watch : watches) {
                int next = 1;
                while (next <= 20) {
                    String line = watch.readLine();
                    assertThat(line).isNotNull();
                    if (line.contains("\"type\":")) {
                        assertThat(line).contains("\"resourceVersion\":\"%d\"".formatted(50_000 + next));
                        next++;
                    }
                }
            }
            assertThat(hub.hub().subscriptions().loops()).isEqualTo(cores);
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }
}
