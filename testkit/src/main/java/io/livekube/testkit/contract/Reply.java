package io.livekube.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;

/// Response of the server, with assertions.
///
/// @param request method, path and query, for messages
/// @param text the body, unzipped
public record Reply(String request, int status, HttpHeaders headers, String text) {

    static Reply of(String request, HttpResponse<byte[]> response) {
        boolean zipped = response.headers()
                .firstValue("Content-Encoding")
                .filter("gzip"::equals)
                .isPresent();
        byte[] body = zipped ? unzip(response.body()) : response.body();
        return new Reply(request, response.statusCode(), response.headers(), new String(body, StandardCharsets.UTF_8));
    }

    public String header(String name) {
        return headers.firstValue(name).orElse("");
    }

    public JsonNode json() {
        return Manifests.parse(text);
    }

    /// The body of a 200.
    public JsonNode ok() {
        return answered(200);
    }

    /// The body of a 201.
    public JsonNode created() {
        return answered(201);
    }

    /// The `Status` of an error with this code and reason.
    public JsonNode refused(int code, String reason) {
        JsonNode body = answered(code);
        assertThat(body.path("kind").asText()).as("kind of %s", this).isEqualTo("Status");
        assertThat(body.path("apiVersion").asText())
                .as("apiVersion of %s", this)
                .isEqualTo("v1");
        assertThat(body.path("status").asText()).as("status of %s", this).isEqualTo("Failure");
        assertThat(body.path("reason").asText()).as("reason of %s", this).isEqualTo(reason);
        assertThat(body.path("code").asInt()).as("code of %s", this).isEqualTo(code);
        return body;
    }

    /// The message of an error with this code and reason.
    public String refusal(int code, String reason) {
        return refused(code, reason).path("message").asText();
    }

    private JsonNode answered(int code) {
        assertThat(status).as("%s", this).isEqualTo(code);
        return json();
    }

    @Override
    public String toString() {
        return request + " → " + status + " " + (text.length() > 500 ? text.substring(0, 500) + "…" : text);
    }

    private static byte[] unzip(byte[] body) {
        try (var unzipped = new GZIPInputStream(new ByteArrayInputStream(body))) {
            return unzipped.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("a body that says gzip and is not", e);
        }
    }
}
