package io.livekube.simulator.api;

import io.livekube.simulator.store.ApiException;
import java.util.Optional;
import java.util.function.Function;

/// Query parameters of a list or watch, validated as on the real server.
record ListOptions(
        Optional<String> resourceVersion,
        Match match,
        long limit,
        Optional<String> continueToken,
        boolean watch,
        boolean bookmarks,
        Optional<Boolean> sendInitialEvents,
        Optional<Long> timeoutSeconds) {

    /// `resourceVersionMatch`.
    enum Match {
        UNSET,
        EXACT,
        NOT_OLDER_THAN
    }

    static ListOptions parse(ApiExchange exchange, boolean watchPath) {
        boolean watch = watchPath || exchange.flag("watch");
        Optional<String> version = exchange.parameter("resourceVersion");
        Optional<String> match = exchange.parameter("resourceVersionMatch");
        Optional<String> token = exchange.parameter("continue");
        Optional<Boolean> initial =
                exchange.parameter("sendInitialEvents").map(text -> exchange.flag("sendInitialEvents"));
        long limit = number(exchange, "limit").orElse(0L);
        Optional<Long> timeout = number(exchange, "timeoutSeconds");
        InvalidOptions invalid = new InvalidOptions();
        if (watch) {
            checkWatch(match, token, initial, version, invalid);
        } else {
            checkList(version, match, token, initial, invalid);
        }
        invalid.throwIfAny();
        return new ListOptions(
                version,
                match.map(ListOptions::match).orElse(Match.UNSET),
                Math.max(limit, 0),
                token,
                watch,
                exchange.flag("allowWatchBookmarks"),
                initial,
                timeout);
    }

    private static void checkList(
            Optional<String> version,
            Optional<String> match,
            Optional<String> token,
            Optional<Boolean> initial,
            InvalidOptions invalid) {
        if (match.isPresent()) {
            if (version.isEmpty()) {
                invalid.forbidden("resourceVersionMatch is forbidden unless resourceVersion is provided");
            }
            if (token.isPresent()) {
                invalid.forbidden("resourceVersionMatch is forbidden when continue is provided");
            }
            if (!match.get().equals("Exact") && !match.get().equals("NotOlderThan")) {
                invalid.unsupportedMatch(match.get(), "\"Exact\", \"NotOlderThan\", \"\"");
            }
            if (match.get().equals("Exact") && version.equals(Optional.of("0"))) {
                invalid.forbidden("resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\"");
            }
        }
        if (initial.isPresent()) {
            invalid.forbiddenField("sendInitialEvents", "sendInitialEvents is forbidden for list");
        }
    }

    private static void checkWatch(
            Optional<String> match,
            Optional<String> token,
            Optional<Boolean> initial,
            Optional<String> version,
            InvalidOptions invalid) {
        // A watch without a version is the older spelling of one with initial events.
        boolean implied = initial.isEmpty()
                && match.isEmpty()
                && version.filter(given -> !given.equals("0")).isEmpty();
        if (initial.isPresent() && !match.equals(Optional.of("NotOlderThan"))) {
            invalid.forbidden("sendInitialEvents requires setting resourceVersionMatch to NotOlderThan");
        }
        if (match.isPresent() && initial.isEmpty()) {
            invalid.forbidden("resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided");
        }
        if ((match.isPresent() || implied) && token.isPresent()) {
            invalid.forbidden("resourceVersionMatch is forbidden when continue is provided");
        }
        if (match.isPresent() && initial.isPresent() && !match.get().equals("NotOlderThan")) {
            invalid.unsupportedMatch(match.get(), "\"NotOlderThan\"");
        }
    }

    private static Match match(String text) {
        return text.equals("Exact") ? Match.EXACT : Match.NOT_OLDER_THAN;
    }

    private static Optional<Long> number(ApiExchange exchange, String name) {
        return exchange.parameter(name).map(ListOptions::number);
    }

    /// Parses an integer, or fails with the real server's error.
    static long number(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw ApiException.badRequest("strconv.ParseInt: parsing \"" + text + "\": invalid syntax");
        }
    }

    /// The resourceVersion as a number; 0 if it is absent or "0".
    long revision(Function<String, ApiException> refuse) {
        return resourceVersion.map(text -> ResourceVersions.parse(text, refuse)).orElse(0L);
    }
}
