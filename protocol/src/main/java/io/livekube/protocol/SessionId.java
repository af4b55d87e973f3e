package io.livekube.protocol;

import java.util.HexFormat;

/// Id of a session: an unbroken sequence of batches, numbered from 1.
///
/// @param instance random number of the agent's process
/// @param number number of the session within that process, from 1
public record SessionId(long instance, int number) {
    private static final int HEX_DIGITS = 16;

    public SessionId {
        if (number < 1) {
            throw new IllegalArgumentException("the session number must be at least 1, got " + number);
        }
    }

    /// Parses the form of [#toString], such as `8f14e45fceea167a-3`.
    public static SessionId parse(String text) {
        try {
            if (text.length() < HEX_DIGITS + 2 || text.length() > HEX_DIGITS + 11 || text.charAt(HEX_DIGITS) != '-') {
                throw new NumberFormatException(text);
            }
            return new SessionId(
                    HexFormat.fromHexDigitsToLong(text, 0, HEX_DIGITS),
                    Integer.parseInt(text, HEX_DIGITS + 1, text.length(), 10));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "not a session: '%s' (expected 16 hexadecimal digits, '-', and a number from 1)".formatted(text),
                    e);
        }
    }

    /// The session after this one.
    public SessionId next() {
        return new SessionId(instance, number + 1);
    }

    /// Whether this is a later session of the same process.
    public boolean isAfter(SessionId other) {
        return instance == other.instance && number > other.number;
    }

    @Override
    public String toString() {
        return HexFormat.of().toHexDigits(instance) + "-" + number;
    }
}
