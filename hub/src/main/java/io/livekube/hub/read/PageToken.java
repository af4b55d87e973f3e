package io.livekube.hub.read;

import com.dynatrace.hash4j.hashing.Hashing;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/// Where the next page of a Kubernetes list or of rows begins, as an opaque text.
///
/// @param list that it belongs to, see [#list]
/// @param state that all pages are cut from, a version or a retained listing; empty for the current one
/// @param after place where the page before ended
public record PageToken(String list, Optional<Long> state, String after) {
    private static final String FORM = "p2";

    /// Identifies lists that may use each other's tokens.
    ///
    /// @param request what the client asks for, except for the page and its size
    public static String list(Object... request) {
        var text = new StringBuilder();
        for (Object part : request) {
            text.append(part).append('\n');
        }
        return Long.toHexString(Hashing.xxh3_64().hashCharsToLong(text));
    }

    public String encode() {
        String number = state.map(Long::toUnsignedString).orElse("");
        byte[] text = String.join("\n", FORM, list, number, after).getBytes(StandardCharsets.UTF_8);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text);
    }

    /// Decodes a text; empty if it is no token of this release.
    public static Optional<PageToken> decode(String text) {
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(text.getBytes(StandardCharsets.UTF_8));
            String[] parts = new String(bytes, StandardCharsets.UTF_8).split("\n", -1);
            if (parts.length != 4 || !parts[0].equals(FORM)) {
                return Optional.empty();
            }
            Optional<Long> state =
                    parts[2].isEmpty() ? Optional.empty() : Optional.of(Long.parseUnsignedLong(parts[2]));
            return Optional.of(new PageToken(parts[1], state, parts[3]));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
