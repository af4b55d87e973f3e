package io.livekube.hub.read;

import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.cluster.Freshness;
import io.livekube.hub.transport.HttpExchange;
import io.livekube.hub.transport.HttpProblem;
import io.netty.util.AsciiString;

/// Headers of every response with cluster data: source, age, and a warning if the data is not fresh.
public final class FreshnessHeaders {
    /// Enough for an agent's error message within one of the hub's.
    private static final int MAX_WARNING = 1_000;

    private static final CharSequence STATE = AsciiString.cached("X-Livekube-State");
    private static final CharSequence AGE = AsciiString.cached("X-Livekube-Age-Ms");
    private static final CharSequence SEQUENCE = AsciiString.cached("X-Livekube-Sequence");
    private static final CharSequence SOURCE = AsciiString.cached("X-Livekube-Source");

    private FreshnessHeaders() {}

    /// Sets the headers.
    ///
    /// @param what the data of the cluster, for the warning that kubectl prints
    public static void put(HttpExchange response, Provenance provenance, Object what, Cluster cluster) {
        put(response, provenance, what + " of cluster " + cluster.id());
    }

    /// Sets the headers.
    ///
    /// @param about the data, for the warning
    public static void put(HttpExchange response, Provenance provenance, String about) {
        mark(response, provenance);
        String warning = warning(provenance, about);
        if (!warning.isEmpty()) {
            response.setHeader("Warning", "299 livekube \"%s\"".formatted(quotable(warning)));
        }
    }

    /// Error response for a read that failed, with headers about what is known.
    public static HttpProblem failed(HttpExchange response, ReadFailedException failure, Object what, Cluster cluster) {
        put(response, failure.provenance(), what, cluster);
        return HttpProblem.of(failure.status(), failure.retryAfter(), failure.sentence());
    }

    /// Sets the headers without a warning, for responses without data, such as errors.
    public static void mark(HttpExchange response, Provenance provenance) {
        Freshness freshness = provenance.freshness();
        response.setHeader(STATE, freshness.state().toString());
        freshness.age().ifPresent(age -> response.setHeader(AGE, Long.toString(age.toMillis())));
        provenance.contact().ifPresent(last -> response.setHeader(SEQUENCE, Long.toString(last.sequence())));
        response.setHeader(SOURCE, provenance.source().toString());
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

    /// Replaces characters that are not allowed in a quoted header string.
    private static String quotable(String text) {
        String brief = text.length() <= MAX_WARNING ? text : text.substring(0, MAX_WARNING) + "...";
        return brief.replaceAll("[^\\x20-\\x7e]", "?").replace('\\', '/').replace('"', '\'');
    }
}
