package io.livekube.simulator.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.simulator.resource.Catalog;
import io.livekube.simulator.store.ObjectStore;
import io.livekube.simulator.store.StoreConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class ConnectionQuotaTest {
    private static final int END = -1;
    private static final String WATCH = "GET /api/v1/pods?watch=1&allowWatchBookmarks=true HTTP/1.1\r\nHost: s\r\n\r\n";

    @Test
    void aConnectionWithoutARequestIsClosed() throws IOException {
        String halfHead = "GET /version HTTP/1.1\r\nHost:";
        String halfBody = "POST /api/v1/namespaces HTTP/1.1\r\nHost: s\r\nContent-Length: 10\r\n\r\n{";
        try (SimulatorHttpServer front = listen(10, Duration.ofMillis(500))) {
            for (String sent : List.of("", halfHead, halfBody)) {
                try (Socket socket = connect(front)) {
                    assertThat(answer(socket, sent)).as(sent).isEqualTo(END);
                }
            }
        }
    }

    /// The data that follows a request. A client that is slower than the limit writes to a closed connection,
    /// and gets a reset instead of the end.
    private static int answer(Socket socket, String sent) throws IOException {
        try {
            send(socket, sent);
            return socket.getInputStream().read();
        } catch (SocketException closed) {
            return END;
        }
    }

    @Test
    void anOpenWatchIsNotIdle() throws IOException {
        Duration idle = Duration.ofSeconds(2); // within which the request must arrive
        try (SimulatorHttpServer front = listen(10, idle);
                Socket watching = connect(front)) {
            send(watching, WATCH);
            long end = System.nanoTime() + idle.multipliedBy(2).toNanos();
            while (System.nanoTime() < end) {
                assertThat(watching.getInputStream().read()).isNotEqualTo(END);
            }
        }
    }

    @Test
    void noMoreConnectionsAreHeldThanAllowed() throws IOException {
        try (SimulatorHttpServer front = listen(1, Duration.ofMinutes(1));
                Socket first = connect(front)) {
            send(first, WATCH);
            assertThat(first.getInputStream().read()).isNotEqualTo(END);
            try (Socket second = connect(front)) {
                assertThat(second.getInputStream().read()).isEqualTo(END);
            }
        }
    }

    @Test
    void aBodyAnnouncedAsTooLargeIsRefusedBeforeItArrives() throws IOException {
        try (SimulatorHttpServer front = listen(10, Duration.ofMinutes(1));
                Socket socket = connect(front)) {
            send(socket, "POST /api/v1/namespaces HTTP/1.1\r\nHost: s\r\nContent-Length: 99999999999\r\n\r\n");

            byte[] head = socket.getInputStream().readNBytes("HTTP/1.1 413".length());
            assertThat(new String(head, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 413");
        }
    }

    private static SimulatorHttpServer listen(int connections, Duration idle) {
        Duration bookmarks = Duration.ofMillis(20);
        var store = StoreConfig.defaults();
        var api = new ApiServer(
                new ObjectStore(store), new Catalog(), Optional.empty(), bookmarks, Duration.ZERO, store.clock());
        return SimulatorHttpServer.listen(api, "127.0.0.1", 0, new ConnectionQuota(connections, idle));
    }

    private static Socket connect(SimulatorHttpServer front) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), front.port());
        socket.setSoTimeout((int) Duration.ofMinutes(1).toMillis());
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }
}
