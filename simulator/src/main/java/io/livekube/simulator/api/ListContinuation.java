package io.livekube.simulator.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.store.ApiException;
import io.livekube.simulator.store.StoredJson;
import java.util.Base64;

/// Content of a continue token.
///
/// @param revision that all pages show, or [#INCONSISTENT] for the current one
/// @param start the key after which the next page begins, relative to the list's namespace
record ListContinuation(long revision, String start) {
    static final long INCONSISTENT = -1;

    private static final String VERSION = "meta.k8s.io/v1";

    /// Suffix that turns a key into its immediate successor.
    private static final String AFTER = "\0";

    static ListContinuation after(long revision, String key) {
        return new ListContinuation(revision, key + AFTER);
    }

    static ListContinuation decode(String text) {
        try {
            JsonNode token = StoredJson.parse(Base64.getUrlDecoder().decode(text.replace("=", "")));
            if (!token.path("v").asText().equals(VERSION)) {
                throw invalid("server does not recognize this encoded version \""
                        + token.path("v").asText() + "\"");
            }
            long revision = token.path("rv").asLong();
            String start = token.path("start").asText();
            if (revision == 0) {
                throw invalid("incorrect encoded start resourceVersion (version meta.k8s.io/v1)");
            }
            if (start.isEmpty()) {
                throw invalid("encoded start key empty (version meta.k8s.io/v1)");
            }
            return new ListContinuation(revision, start);
        } catch (IllegalArgumentException | JsonProcessingException e) {
            throw invalid("not a token of this server");
        }
    }

    private static ApiException invalid(String why) {
        return ApiException.badRequest("invalid continue token: continue key is not valid: " + why);
    }

    /// The last key of the previous page, relative to the list's namespace.
    String lastKey() {
        String key = start.endsWith(AFTER) ? start.substring(0, start.length() - 1) : start;
        return key.startsWith("/") ? key.substring(1) : key;
    }

    ListContinuation inconsistent() {
        return new ListContinuation(INCONSISTENT, start.startsWith("/") ? start.substring(1) : start);
    }

    String encode() {
        ObjectNode token = StoredJson.object();
        token.put("v", VERSION);
        token.put("rv", revision);
        token.put("start", start);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(StoredJson.bytes(token));
    }
}
