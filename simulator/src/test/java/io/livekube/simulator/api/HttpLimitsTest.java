package io.livekube.simulator.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.simulator.resource.Catalog;
import io.livekube.simulator.store.ObjectStore;
import io.livekube.simulator.store.StoreConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HttpLimitsTest {
    private static final int END = -1;
    private static final String WATCH = "GET /api/v1/pods?watch=1&allowWatchBookmarks=true HTTP/1.1\r\nHost: s\r\n\r\n";

    @Test
    void aConnectionWithoutARequestIsClosed() throws IOException {
        try (HttpFront front = listen(10, Duration.ofMillis(200));
                Socket silent = connect(front);
                Socket halfHead = connect(front);
                Socket halfBody = connect(front)) {
            send(halfHead, "GET /version HTTP/1.1\r\nHost:");
            send(halfBody, "POST /api/v1/namespaces HTTP/1.1\r\nHost: s\r\nContent-Length: 10\r\n\r\n{");

            assertThat(silent.getInputStream().read()).isEqualTo(END);
            assertThat(halfHead.getInputStream().read()).isEqualTo(END);
            assertThat(halfBody.getInputStream().read()).isEqualTo(END);
        }
    }

    @Test
    void anOpenWatchIsNotIdle() throws IOException {
        Duration idle = Duration.ofMillis(200);
        try (HttpFront front = listen(10, idle);
                Socket watching = connect(front)) {
            send(watching, WATCH);
            long end = System.nanoTime() + idle.multipliedBy(5).toNanos();
            while (System.nanoTime() < end) {
                assertThat(watching.getInputStream().read()).isNotEqualTo(END);
            }
        }
    }

    @Test
    void noMoreConnectionsAreHeldThanAllowed() throws IOException {
        try (HttpFront front = listen(1, Duration.ofMinutes(1));
                Socket first = connect(front)) {
            send(first, WATCH);
            assertThat(first.getInputStream().read()).isNotEqualTo(END);
            try (Socket second = connect(front)) {
                assertThat(second.getInputStream().read()).isEqualTo(END);
            }
        }
    }

    @Test
    void aBodyThatIsAnnouncedTooLargeIsRefusedBeforeItComes() throws IOException {
        try (HttpFront front = listen(10, Duration.ofMinutes(1));
                Socket socket = connect(front)) {
            send(socket, "POST /api/v1/namespaces HTTP/1.1\r\nHost: s\r\nContent-Length: 99999999999\r\n\r\n");

            byte[] head = socket.getInputStream().readNBytes("HTTP/1.1 413".length());
            assertThat(new String(head, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 413");
        }
    }

    private static HttpFront listen(int connections, Duration idle) {
        Duration bookmarks = Duration.ofMillis(20);
        var settings = new ApiSettings(Optional.empty(), bookmarks, Duration.ZERO, InstantSource.system());
        var api = new ApiServer(settings, new ObjectStore(StoreConfig.defaults()), new Catalog());
        return HttpFront.listen(api, "127.0.0.1", 0, new HttpLimits(connections, idle));
    }

    private static Socket connect(HttpFront front) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), front.port());
        socket.setSoTimeout((int) Duration.ofSeconds(20).toMillis());
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }
}
