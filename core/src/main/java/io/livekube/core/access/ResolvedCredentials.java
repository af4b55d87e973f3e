package io.livekube.core.access;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Credentials as last read from their source, and the time until which they need not be read again.
record ResolvedCredentials(
        Map<String, List<String>> headers, Optional<ClientCertificate> certificate, Optional<Instant> goodUntil) {
    /// Allows for clock skew, and for the time that a request takes to arrive.
    private static final Duration AHEAD = Duration.ofSeconds(5);

    static final ResolvedCredentials ANONYMOUS = new ResolvedCredentials(Map.of(), Optional.empty(), Optional.empty());

    /// Adds a certificate, and limits the time to its validity.
    ResolvedCredentials with(ClientCertificate shown, Optional<Instant> lookAgain) {
        return new ResolvedCredentials(headers, Optional.of(shown), Optional.of(shown.notAfter()))
                .until(lookAgain)
                .until(goodUntil);
    }

    ResolvedCredentials until(Optional<Instant> limit) {
        return limit.isEmpty()
                        || goodUntil.filter(end -> end.isBefore(limit.get())).isPresent()
                ? this
                : new ResolvedCredentials(headers, certificate, limit);
    }

    /// Adds headers.
    ResolvedCredentials with(Map<String, List<String>> more) {
        Map<String, List<String>> all = new HashMap<>(headers);
        all.putAll(more);
        return new ResolvedCredentials(Map.copyOf(all), certificate, goodUntil);
    }

    boolean runsOut(Instant now) {
        return goodUntil.filter(end -> !now.isBefore(end.minus(AHEAD))).isPresent();
    }

    /// White space around a token, such as a line break, is stripped.
    ///
    /// @param where it comes from, for messages, which never contain the token
    static ResolvedCredentials token(String token, String where, Optional<Instant> goodUntil) {
        String bare = token.strip();
        if (!isToken(bare)) {
            throw new AccessException("the token of %s %s: fetch it again, and write it on one line"
                    .formatted(
                            where,
                            bare.isEmpty()
                                    ? "is empty"
                                    : "contains a line break, a blank or another character that no token has"));
        }
        return new ResolvedCredentials(Map.of("Authorization", List.of("Bearer " + bare)), Optional.empty(), goodUntil);
    }

    static boolean isToken(String token) {
        return !token.isEmpty() && token.chars().allMatch(c -> c > ' ' && c < 127);
    }

    /// Omits the secrets.
    @Override
    public String toString() {
        return "ResolvedCredentials[headers=%s, certificate=%s, goodUntil=%s]"
                .formatted(headers.keySet(), certificate, goodUntil);
    }

    static ResolvedCredentials password(String user, String password) {
        byte[] pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        return new ResolvedCredentials(
                Map.of("Authorization", List.of("Basic " + Base64.getEncoder().encodeToString(pair))),
                Optional.empty(),
                Optional.empty());
    }
}
