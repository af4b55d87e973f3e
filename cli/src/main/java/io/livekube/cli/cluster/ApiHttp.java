package io.livekube.cli.cluster;

import io.livekube.core.kube.ApiAccess;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import javax.net.ssl.SSLException;

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
        access.credentials().headers().forEach(request::header);
        return http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    }

    /// Why there was no answer, in words.
    public static String reason(IOException e) {
        return switch (e) {
            case HttpTimeoutException _ -> "no answer in time";
            case ConnectException refused
            when refused.getCause() instanceof UnresolvedAddressException -> "no host of that name";
            case ConnectException _ -> "connection refused";
            case SSLException _ -> "TLS: " + e.getMessage();
            default -> String.valueOf(e.getMessage());
        };
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
