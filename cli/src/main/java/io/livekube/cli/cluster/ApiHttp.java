package io.livekube.cli.cluster;

import io.livekube.core.access.ApiAccess;
import io.livekube.cli.terminal.ConnectionFailure;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/// Plain requests to an API server, so that all that an answer says can be looked at.
public final class ApiHttp implements AutoCloseable {
    private static final Duration CONNECT = Duration.ofSeconds(5);

    private final ApiAccess access;
    private final HttpClient http;

    public ApiHttp(ApiAccess access) {
        this.access = access;
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT)
                .sslContext(access.tls())
                .build();
    }

    public URI server() {
        return access.server();
    }

    /// A GET of JSON.
    ///
    /// @param patience until the first byte
    public HttpResponse<InputStream> get(String pathAndQuery, boolean gzip, Duration patience)
            throws IOException, InterruptedException {
        return get(pathAndQuery, "application/json", gzip, patience);
    }

    /// A GET whose body is read as it comes; credentials that are refused are fetched anew once.
    ///
    /// @param patience until the first byte
    /// @throws io.livekube.core.access.AccessException if there are no new ones
    public HttpResponse<InputStream> get(String pathAndQuery, String accept, boolean gzip, Duration patience)
            throws IOException, InterruptedException {
        HttpResponse<InputStream> answer = once(pathAndQuery, accept, gzip, patience);
        if (answer.statusCode() == 401) {
            answer.body().close();
            access.credentials().refresh();
            return once(pathAndQuery, accept, gzip, patience);
        }
        return answer;
    }

    private HttpResponse<InputStream> once(String pathAndQuery, String accept, boolean gzip, Duration patience)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(access.server() + pathAndQuery))
                .timeout(patience)
                .header("Accept", accept)
                .header("User-Agent", "livekube");
        if (gzip) {
            request.header("Accept-Encoding", "gzip");
        }
        header(request);
        return http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    }

    /// What the library says of a value that it does not take has the value in it, which is secret.
    private void header(HttpRequest.Builder request) throws IOException {
        for (var header : access.credentials().headers().entrySet()) {
            try {
                header.getValue().forEach(value -> request.header(header.getKey(), value));
            } catch (IllegalArgumentException _) {
                throw new IOException(
                        "the %s of the kubeconfig can't be sent: fetch it anew, and write it into one line"
                                .formatted(header.getKey()));
            }
        }
    }

    /// Why there was no answer, in words.
    public static String reason(IOException e) {
        return switch (ConnectionFailure.of(e)) {
            case TIMEOUT -> "no answer in time";
            case UNKNOWN_HOST -> "no host of that name";
            case REFUSED -> "connection refused";
            case UNTRUSTED -> "its certificate is not of the authority in the kubeconfig";
            case EXPIRED -> "its certificate has expired";
            case WRONG_HOST -> "its certificate is for another name";
            case HANDSHAKE_FAILED -> "TLS: " + e.getMessage();
            case NO_TLS -> "it does not speak TLS";
            case BROKEN -> String.valueOf(e.getMessage());
        };
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
