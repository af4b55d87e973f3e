package io.livekube.hub.kubeapi;

import io.livekube.hub.transport.HttpExchange;
import io.livekube.hub.transport.HttpProblem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Query parameters of a watch.
///
/// @param version version that the client has, or that the initial events must not be older than; empty for
/// none
/// @param latest whether the client sent no version at all: the initial events must show the current state
/// @param initialEvents whether the watch starts with the existing objects
/// @param bookmarks whether the client requests bookmarks
/// @param timeout time after which the watch ends
record WatchQuery(
        OptionalLong version, boolean latest, boolean initialEvents, boolean bookmarks, Optional<Duration> timeout) {
    private static final String MATCH = "resourceVersionMatch";

    static WatchQuery of(HttpExchange exchange) {
        boolean bookmarks = flag(exchange, "allowWatchBookmarks").orElse(false);
        Optional<Boolean> send = flag(exchange, "sendInitialEvents");
        check(send.isPresent(), exchange.parameter(MATCH));
        OptionalLong version = version(exchange);
        boolean initial = send.orElse(version.isEmpty()); // the default from before the parameter existed
        boolean latest = exchange.parameter("resourceVersion").isEmpty();
        return new WatchQuery(version, latest, initial, bookmarks, timeout(exchange));
    }

    /// Same checks and messages as kube-apiserver.
    private static void check(boolean initialEvents, Optional<String> match) {
        List<StatusDetails.Cause> causes = new ArrayList<>();
        if (initialEvents && !match.equals(Optional.of("NotOlderThan"))) {
            causes.add(ListQuery.forbidden(
                    MATCH, "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"));
            match.ifPresent(rule -> causes.add(new StatusDetails.Cause(
                    "FieldValueNotSupported",
                    "Unsupported value: \"%s\": supported values: \"NotOlderThan\"".formatted(rule),
                    MATCH)));
        } else if (!initialEvents && match.isPresent()) {
            causes.add(ListQuery.forbidden(
                    MATCH, "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided"));
        }
        if (!causes.isEmpty()) {
            throw ListQuery.invalid(causes);
        }
    }

    private static OptionalLong version(HttpExchange exchange) {
        String text = exchange.parameter("resourceVersion").orElse("0");
        try {
            long version = Long.parseUnsignedLong(text);
            return version == 0 ? OptionalLong.empty() : OptionalLong.of(version);
        } catch (NumberFormatException e) {
            throw HttpProblem.of(400, "Invalid resourceVersion: must be a whole number.");
        }
    }

    private static Optional<Duration> timeout(HttpExchange exchange) {
        Optional<String> text = exchange.parameter("timeoutSeconds");
        if (text.isPresent() && !text.get().matches("[0-9]{1,9}")) {
            throw HttpProblem.of(400, "Invalid timeoutSeconds: must be a whole number of seconds.");
        }
        return text.map(Long::parseLong).filter(seconds -> seconds > 0).map(Duration::ofSeconds);
    }

    private static Optional<Boolean> flag(HttpExchange exchange, String name) {
        return exchange.parameter(name).map(text -> switch (text) {
            case "true", "1" -> true;
            case "false", "0" -> false;
            default -> throw HttpProblem.of(400, "Parameter '%s' must be 'true' or 'false'.".formatted(name));
        });
    }
}
