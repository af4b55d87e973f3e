package io.livekube.simulator.api;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Query parameters, parsed as on the real server: a pair that cannot be decoded is dropped.
record QueryParameters(Map<String, List<String>> values) {
    static QueryParameters parse(String text) {
        Map<String, List<String>> values = new HashMap<>();
        for (String pair : text.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = equals < 0 ? pair : pair.substring(0, equals);
            String value = equals < 0 ? "" : pair.substring(equals + 1);
            if (wellFormed(pair)) {
                values.computeIfAbsent(decode(name), key -> new ArrayList<>()).add(decode(value));
            }
        }
        return new QueryParameters(values);
    }

    List<String> all(String name) {
        return values.getOrDefault(name, List.of());
    }

    /// Whether every percent sign begins an escape, and only ampersands separate pairs.
    private static boolean wellFormed(String pair) {
        return !pair.isEmpty() && pair.indexOf(';') < 0 && escaped(pair);
    }

    /// Whether every percent sign is followed by two hexadecimal digits.
    static boolean escaped(String text) {
        for (int i = text.indexOf('%'); i >= 0; i = text.indexOf('%', i + 1)) {
            if (i + 2 >= text.length()
                    || Character.digit(text.charAt(i + 1), 16) < 0
                    || Character.digit(text.charAt(i + 2), 16) < 0) {
                return false;
            }
        }
        return true;
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
