package io.livekube.core.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;

/// An HTTP server that sends scripted bytes on each connection, one response per request.
final class ScriptedServer implements AutoCloseable {
    /// In place of an answer: nothing, until the client goes.
    static final String SILENCE = "";

    private final ServerSocket server;

    @SafeVarargs
    ScriptedServer(List<String>... connections) throws IOException {
        server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(() -> {
            for (List<String> answers : connections) {
                try (Socket socket = server.accept()) {
                    play(socket, answers);
                } catch (IOException e) {
                    // The client or the test has ended; the next connection will show which.
                }
            }
        });
    }

    int port() {
        return server.getLocalPort();
    }

    private static void play(Socket socket, List<String> answers) throws IOException {
        var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1));
        for (String answer : answers) {
            for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
                // up to the end of the request
            }
            if (answer.equals(SILENCE)) {
                var _ = in.read();
                return;
            }
            socket.getOutputStream().write(answer.getBytes(ISO_8859_1));
            socket.getOutputStream().flush();
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
