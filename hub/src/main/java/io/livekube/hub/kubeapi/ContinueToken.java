package io.livekube.hub.kubeapi;

import com.dynatrace.hash4j.hashing.Hashing;
import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.core.model.ObjectKey;
import io.livekube.hub.transport.HttpProblem;
import io.livekube.hub.transport.JsonDocuments;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/// Where the next page of a list starts.
///
/// @param of list that it belongs to, see [#list]
/// @param version of the state that all pages show; empty to continue with the current state
/// @param last last object of the previous page
record ContinueToken(String of, Optional<Long> version, ObjectKey last) {
    private static final String VERSION = "livekube/1";

    /// Identifies lists that may use each other's tokens.
    static String list(String cluster, String path, String selection) {
        return Long.toHexString(Hashing.xxh3_64().hashCharsToLong(cluster + "\n" + path + "\n" + selection));
    }

    /// @throws HttpProblem 400 if it is not a token of this list
    static ContinueToken decode(String text, String list) {
        JsonNode token;
        try {
            token = JsonDocuments.parseForeign(Base64.getUrlDecoder().decode(text.getBytes(StandardCharsets.UTF_8)));
        } catch (IllegalArgumentException | HttpProblem e) {
            throw invalid("it is not a token of this server");
        }
        if (!token.path("v").asText().equals(VERSION)) {
            throw invalid("it is of another server or version of it");
        }
        if (!token.path("of").asText().equals(list)) {
            throw invalid("it belongs to a list of another cluster, path or selector");
        }
        return new ContinueToken(
                list,
                Optional.of(token.path("rv").asText())
                        .filter(rv -> !rv.isEmpty())
                        .map(ContinueToken::version),
                new ObjectKey(token.path("ns").asText(), token.path("last").asText()));
    }

    String encode() {
        var token = JsonDocuments.object().put("v", VERSION).put("of", of);
        version.ifPresent(rv -> token.put("rv", Long.toUnsignedString(rv)));
        token.put("ns", last.namespace()).put("last", last.name());
        return Base64.getUrlEncoder().withoutPadding().encodeToString(JsonDocuments.bytes(token));
    }

    /// Error for a state that is no longer available, with a token that continues with the current one.
    HttpProblem expired() {
        String rest = new ContinueToken(of, Optional.empty(), last).encode();
        HttpProblem problem = HttpProblem.of(410, """
                The provided continue parameter is too old to display a consistent list result. \
                You can start a new list without the continue parameter, or use the continue token in this \
                response to retrieve the remainder of the results. Continuing with the provided token results in \
                an inconsistent list - objects that were created, modified, or deleted between the time the first \
                chunk was returned and now may show up in the list.""");
        return new StatusProblem(problem, StatusDetails.continueWith(rest));
    }

    private static long version(String text) {
        try {
            return Long.parseUnsignedLong(text);
        } catch (NumberFormatException e) {
            throw invalid("incorrect encoded start resourceVersion");
        }
    }

    private static HttpProblem invalid(String why) {
        return HttpProblem.of(400, "invalid continue token: continue key is not valid: " + why);
    }
}
