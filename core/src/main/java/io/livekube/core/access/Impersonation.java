package io.livekube.core.access;

import static io.livekube.core.access.KubeconfigContext.has;

import io.fabric8.kubernetes.api.model.AuthInfo;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Whom a kubeconfig's user acts as (`as`, `as-uid`, `as-groups`, `as-user-extra`), in the headers that kubectl sends.
///
/// The server decides whether it may, and then grants what the other one is granted. So what can't be said is refused
/// here: without it the request would have the rights of the user itself.
final class Impersonation {
    private Impersonation() {}

    /// None for a user that acts for itself.
    ///
    /// @param who the user is, for messages
    static Map<String, List<String>> headers(AuthInfo user, String who) {
        List<String> groups = Objects.requireNonNullElse(user.getAsGroups(), List.of());
        Map<String, List<String>> extra = Objects.requireNonNullElse(user.getAsUserExtra(), Map.of());
        if (!has(user.getAs())) {
            if (has(user.getAsUid()) || !groups.isEmpty() || !extra.isEmpty()) {
                throw new AccessException(
                        "%s has as-uid, as-groups or as-user-extra without as: name the user to act as, or remove them"
                                .formatted(who));
            }
            return Map.of();
        }
        List<String> uid = has(user.getAsUid()) ? List.of(user.getAsUid()) : List.of();
        Map<String, List<String>> headers = new HashMap<>();
        headers.put("Impersonate-User", sendable(List.of(user.getAs()), "as", who));
        headers.put("Impersonate-Uid", sendable(uid, "as-uid", who));
        headers.put("Impersonate-Group", sendable(groups, "as-groups", who));
        headers.values().removeIf(List::isEmpty);
        extra.forEach((key, values) -> {
            if (key.isEmpty() || values == null || values.isEmpty()) {
                throw new AccessException(
                        "the as-user-extra of %s has a key or a value that is empty: remove it".formatted(who));
            }
            headers.put("Impersonate-Extra-" + escaped(key), sendable(values, "as-user-extra", who));
        });
        return headers;
    }

    private static List<String> sendable(List<String> values, String field, String who) {
        for (String value : values) {
            if (!isSendable(value)) {
                throw new AccessException(
                        "the %s of %s is blank, or has a line's end, a blank at an end or another character that is not sent: write it in printable ASCII"
                                .formatted(field, who));
            }
        }
        return List.copyOf(values);
    }

    /// Blanks at the ends are not: servers cut them off, and take a blank user for none.
    private static boolean isSendable(@Nullable String value) {
        return value != null
                && !value.isEmpty()
                && value.strip().equals(value)
                && value.chars().allMatch(c -> c >= ' ' && c < 127);
    }

    /// Percent-encoded where a header's name can't have a character, and where it has a percent sign.
    private static String escaped(String key) {
        var name = new StringBuilder();
        for (byte b : key.getBytes(StandardCharsets.UTF_8)) {
            boolean plain = (b >= '0' && b <= '9')
                    || (b >= 'A' && b <= 'Z')
                    || (b >= 'a' && b <= 'z')
                    || "!#$&'*+-.^_`|~".indexOf(b) >= 0;
            name.append(plain ? Character.toString(b) : "%%%02X".formatted(b));
        }
        return name.toString();
    }
}
