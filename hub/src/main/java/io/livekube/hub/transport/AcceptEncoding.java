package io.livekube.hub.transport;

import java.util.Locale;
import java.util.stream.Stream;

/// Content codings that a client accepts, from its `Accept-Encoding` header.
public record AcceptEncoding(String header) {
    public static AcceptEncoding of(HttpExchange exchange) {
        return new AcceptEncoding(exchange.header("Accept-Encoding").orElse(""));
    }

    public boolean has(String coding) {
        if (header.equals(coding)) {
            return true;
        }
        return Stream.of(header.split(",", -1))
                .map(named -> named.strip().toLowerCase(Locale.ROOT).replace(" ", ""))
                .anyMatch(named -> named.equals(coding)
                        || (named.startsWith(coding + ";") && !named.matches("[a-z]+;q=0(\\.0*)?")));
    }
}
