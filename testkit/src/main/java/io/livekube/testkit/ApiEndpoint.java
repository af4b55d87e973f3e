package io.livekube.testkit;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// Address of a Kubernetes API and the credentials for it.
///
/// @param url the server's root, without a trailing slash
/// @param token the bearer token, if the server requires one
/// @param caPem the certificate authority to trust for `https`, as PEM text
public record ApiEndpoint(URI url, Optional<String> token, Optional<String> caPem) {

    public ApiEndpoint {
        if (url.toString().endsWith("/")) {
            throw new IllegalArgumentException("an API endpoint has no trailing slash: " + url);
        }
    }

    public static ApiEndpoint plain(URI url) {
        return new ApiEndpoint(url, Optional.empty(), Optional.empty());
    }

    /// A request for a path below the root, with the token if there is one.
    public HttpRequest.Builder request(String pathAndQuery) {
        var request = HttpRequest.newBuilder(URI.create(url + pathAndQuery));
        token.ifPresent(t -> request.header("Authorization", "Bearer " + t));
        return request;
    }

    /// A new HTTP/1.1 client that trusts this endpoint; the caller closes it.
    public HttpClient newHttpClient() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(sslContext())
                .connectTimeout(Duration.ofSeconds(10))
                .build();
    }

    public SSLContext sslContext() {
        try {
            if (caPem.isEmpty()) {
                return SSLContext.getDefault();
            }
            var pem = new ByteArrayInputStream(caPem.get().getBytes(StandardCharsets.US_ASCII));
            KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            int i = 0;
            for (Certificate ca : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
                trusted.setCertificateEntry("ca-" + i++, ca);
            }
            var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("cannot build a TLS context that trusts " + url, e);
        }
    }
}
