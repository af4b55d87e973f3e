package io.livekube.hub.http;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/// What a client says of the watch that it wants.
///
/// @param version the one that it knows; empty if it wants to be told what there is first
/// @param initialEvents whether it wants to be told so in any case, and where that ends
/// @param bookmarks whether it wants bookmarks
/// @param timeout after which it should end
record WatchRequest(OptionalLong version, boolean initialEvents, boolean bookmarks, Optional<Duration> timeout) {

    static WatchRequest of(Exchange exchange) {
        boolean bookmarks = flag(exchange, "allowWatchBookmarks").orElse(false);
        Optional<Boolean> send = flag(exchange, "sendInitialEvents");
        String match = exchange.parameter("resourceVersionMatch").orElse("");
        if (send.isPresent() && !match.equals("NotOlderThan")) {
            throw HttpProblem.of(
                    422, "sendInitialEvents needs resourceVersionMatch=NotOlderThan, and nothing else fits it.");
        }
        if (send.isEmpty() && !match.isEmpty()) {
            throw HttpProblem.of(422, "resourceVersionMatch is forbidden for watch unless sendInitialEvents is given.");
        }
        boolean initial = send.orElse(false);
        OptionalLong version = version(exchange);
        return new WatchRequest(version, initial, bookmarks, timeout(exchange));
    }

    private static OptionalLong version(Exchange exchange) {
        String text = exchange.parameter("resourceVersion").orElse("0");
        try {
            long version = Long.parseUnsignedLong(text);
            return version == 0 ? OptionalLong.empty() : OptionalLong.of(version);
        } catch (NumberFormatException e) {
            throw HttpProblem.of(400, "The resourceVersion can't be read: it is a whole number.");
        }
    }

    private static Optional<Duration> timeout(Exchange exchange) {
        Optional<String> text = exchange.parameter("timeoutSeconds");
        if (text.isPresent() && !text.get().matches("[0-9]{1,9}")) {
            throw HttpProblem.of(400, "timeoutSeconds can't be read: it is a whole number of seconds.");
        }
        return text.map(Long::parseLong).filter(seconds -> seconds > 0).map(Duration::ofSeconds);
    }

    private static Optional<Boolean> flag(Exchange exchange, String name) {
        return exchange.parameter(name).map(text -> switch (text) {
            case "true", "1" -> true;
            case "false", "0" -> false;
            default -> throw HttpProblem.of(400, "The parameter %s is true or false.".formatted(name));
        });
    }
}
