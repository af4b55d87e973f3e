package io.livekube.core.listwatch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.access.ApiAccess;
import io.livekube.core.http.ApiClient;
import io.livekube.core.http.ClientConfig;
import io.livekube.core.model.FormatConfig;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectFormat;
import io.livekube.core.model.Resource;
import io.livekube.core.watch.ReflectorConfig;
import io.livekube.core.watch.ReflectorSink;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.time.InstantSource;
import java.util.Collection;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class ReflectorLoopTest {
    private static final Resource PODS = Resource.core("v1", "pods");
    private static final String HALF_A_PAGE =
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{\"kind\":\"PodList\",";

    private static final class Ignoring implements ReflectorSink {
        @Override
        public void replace(Collection<KubeObject> objects, long resourceVersion, boolean newEpoch) {}

        @Override
        public void apply(KubeObject object) {}

        @Override
        public void delete(KubeObject last) {}

        @Override
        public void bookmark(long resourceVersion) {}

        @Override
        public void paused() {}
    }

    private static ReflectorLoop loop(ApiClient client) {
        return new ReflectorLoop(
                client,
                new ObjectFormat(PODS, FormatConfig.defaultsFor(PODS)),
                CollectionScope.ALL,
                ReflectorConfig.defaults(),
                new Ignoring(),
                (_, _) -> {},
                InstantSource.system(),
                new SplittableRandom(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", HALF_A_PAGE})
    void closingEndsAPageThatIsWaitedForOrRead(String answered) throws Exception {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var client = new ApiClient(
                        ApiAccess.open(URI.create("http://127.0.0.1:" + server.getLocalPort())),
                        ClientConfig.defaults())) {
            ReflectorLoop loop = loop(client);
            loop.start();
            try (Socket socket = server.accept()) {
                var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1));
                for (String line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
                    // up to the end of the request
                }
                socket.getOutputStream().write(answered.getBytes(ISO_8859_1));
                loop.close();
                assertThat(ended(in)).isTrue();
            }
        }
    }

    /// A connection closed with unread data is reset, which counts as an end too.
    private static boolean ended(Reader in) throws IOException {
        try {
            return in.read() < 0;
        } catch (SocketException e) {
            return true;
        }
    }
}
