package io.livekube.cli.ask;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/// The parameters of a request.
final class Query {
    private final StringBuilder text = new StringBuilder();

    static String encode(String part) {
        return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
    }

    Query with(String name, String value) {
        text.append(text.isEmpty() ? '?' : '&').append(name).append('=').append(encode(value));
        return this;
    }

    Query withIf(boolean wanted, String name, String value) {
        return wanted ? with(name, value) : this;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
