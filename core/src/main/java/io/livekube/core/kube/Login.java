package io.livekube.core.kube;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;

/// Headers that prove who we are, and until when they may be used without another look at where they came from.
record Login(Map<String, String> headers, Optional<Instant> goodUntil) {
    static final Login ANONYMOUS = new Login(Map.of(), Optional.empty());

    static Login token(String token, Optional<Instant> goodUntil) {
        return new Login(Map.of("Authorization", "Bearer " + token), goodUntil);
    }

    static Login password(String user, String password) {
        byte[] pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        return new Login(
                Map.of("Authorization", "Basic " + Base64.getEncoder().encodeToString(pair)), Optional.empty());
    }
}
