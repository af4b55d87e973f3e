package io.livekube.core.access;

import io.livekube.core.access.KubeconfigFile.User;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Impersonation of another user (`as`, `as-uid`, `as-groups`, `as-user-extra`), by the headers that kubectl sends.
///
/// The server decides whether it is allowed, and then applies the permissions of the impersonated user. A value
/// that can't be sent is refused here: without it, the request would have the permissions of the original user.
final class Impersonation {
    private Impersonation() {}

    /// No headers for a user without impersonation.
    ///
    /// @param who the user, for messages
    static Map<String, List<String>> headers(User user, String who) {
        if (user.as().isEmpty()) {
            if (!user.asUid().isEmpty()
                    || !user.asGroups().isEmpty()
                    || !user.asUserExtra().isEmpty()) {
                throw new AccessException(
                        "%s has as-uid, as-groups or as-user-extra without as: name the user to act as, or remove them"
                                .formatted(who));
            }
            return Map.of();
        }
        List<String> uid = user.asUid().isEmpty() ? List.of() : List.of(user.asUid());
        Map<String, List<String>> headers = new HashMap<>();
        headers.put("Impersonate-User", sendable(List.of(user.as()), "as", who));
        headers.put("Impersonate-Uid", sendable(uid, "as-uid", who));
        headers.put("Impersonate-Group", sendable(user.asGroups(), "as-groups", who));
        headers.values().removeIf(List::isEmpty);
        user.asUserExtra().forEach((key, values) -> {
            if (key.isEmpty() || values == null || values.isEmpty()) {
                throw new AccessException(
                        "the as-user-extra of %s has a key or a value that is empty: remove it".formatted(who));
            }
            headers.put("Impersonate-Extra-" + escaped(key), sendable(values, "as-user-extra", who));
        });
        return headers;
    }

    private static List<String> sendable(List<? extends @Nullable String> values, String field, String who) {
        List<String> sendable = new ArrayList<>();
        for (@Nullable String value : values) {
            if (value == null || !isSendable(value)) {
                throw new AccessException(
                        "the %s of %s is empty, begins or ends with a blank, or has a line break or another character that can't be sent: use printable ASCII"
                                .formatted(field, who));
            }
            sendable.add(value);
        }
        return List.copyOf(sendable);
    }

    /// Servers trim blanks, and treat a blank user as none.
    private static boolean isSendable(String value) {
        return !value.isEmpty() && value.strip().equals(value) && value.chars().allMatch(c -> c >= ' ' && c < 127);
    }

    /// Percent-encodes characters that a header's name can't have, and percent signs.
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
