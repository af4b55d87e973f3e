package io.livekube.core.model;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/// An object's identity across delete and re-create, in 16 bytes.
///
/// API servers hand out UUIDs, which are kept exactly. Any other text is folded into a name-based UUID: still equal for
/// equal texts, but [#toString] then no longer gives the text back.
public record Uid(long high, long low) {
    public static Uid of(String text) {
        UUID uuid =
                isUuid(text) ? UUID.fromString(text) : UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8));
        return new Uid(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
    }

    private static boolean isUuid(String text) {
        if (text.length() != 36) {
            return false;
        }
        for (int i = 0; i < 36; i++) {
            char c = text.charAt(i);
            boolean dash = i == 8 || i == 13 || i == 18 || i == 23;
            if (dash ? c != '-' : !((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return new UUID(high, low).toString();
    }
}
