package io.livekube.cli.hubclient;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/// Query string of a request.
public final class QueryString {
    private final StringBuilder text = new StringBuilder();

    public static String encode(String part) {
        return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
    }

    public QueryString with(String name, String value) {
        text.append(text.isEmpty() ? '?' : '&').append(name).append('=').append(encode(value));
        return this;
    }

    public QueryString withIf(boolean wanted, String name, String value) {
        return wanted ? with(name, value) : this;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
