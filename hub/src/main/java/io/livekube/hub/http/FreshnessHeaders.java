package io.livekube.hub.http;

import io.livekube.hub.cluster.Freshness;
import io.livekube.hub.read.Provenance;
import io.vertx.core.http.HttpHeaders;

/// Says on every answer of a cluster's data where it is from and how old it is.
final class FreshnessHeaders {
    /// Enough for a sentence of the hub around one of an agent.
    private static final int MAX_WARNING = 1_000;

    private static final CharSequence STATE = HttpHeaders.createOptimized("X-Livekube-State");
    private static final CharSequence AGE = HttpHeaders.createOptimized("X-Livekube-Age-Ms");
    private static final CharSequence SEQUENCE = HttpHeaders.createOptimized("X-Livekube-Sequence");
    private static final CharSequence SOURCE = HttpHeaders.createOptimized("X-Livekube-Source");

    private FreshnessHeaders() {}

    /// @param about what is shown, for the warning that kubectl prints
    static void put(Exchange exchange, Provenance provenance, String about) {
        mark(exchange, provenance);
        String warning = warning(provenance, about);
        if (!warning.isEmpty()) {
            exchange.setHeader("Warning", "299 livekube \"%s\"".formatted(quotable(warning)));
        }
    }

    /// The same without a warning: for what is not shown as data, such as the refusal of a request.
    static void mark(Exchange exchange, Provenance provenance) {
        Freshness freshness = provenance.freshness();
        exchange.setHeader(STATE, freshness.state().toString());
        freshness.age().ifPresent(age -> exchange.setHeader(AGE, Long.toString(age.toMillis())));
        provenance.contact().ifPresent(last -> exchange.setHeader(SEQUENCE, Long.toString(last.sequence())));
        exchange.setHeader(SOURCE, provenance.source().toString());
    }

    private static String warning(Provenance provenance, String about) {
        Freshness freshness = provenance.freshness();
        String cause = provenance.cause().isEmpty() ? "" : ": " + provenance.cause();
        if (freshness.state() == Freshness.State.FRESH) {
            return cause.isEmpty() ? "" : about + cause;
        }
        String age = freshness.age().map(since -> since.toSeconds() + " s old").orElse("of unknown age");
        return "%s: %s, %s%s".formatted(about, freshness.state(), age, cause);
    }

    /// What may stand in a quoted part of a header.
    private static String quotable(String text) {
        String brief = text.length() <= MAX_WARNING ? text : text.substring(0, MAX_WARNING) + "...";
        return brief.replaceAll("[^\\x20-\\x7e]", "?").replace('\\', '/').replace('"', '\'');
    }
}
