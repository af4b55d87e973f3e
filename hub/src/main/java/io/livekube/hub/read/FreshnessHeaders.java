package io.livekube.hub.read;

import io.livekube.hub.cluster.Freshness;
import io.netty.util.AsciiString;
import java.util.function.BiConsumer;

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
    /// @param about description of the data, for the warning that kubectl prints
    public static void put(BiConsumer<CharSequence, CharSequence> response, Provenance provenance, String about) {
        mark(response, provenance);
        String warning = warning(provenance, about);
        if (!warning.isEmpty()) {
            response.accept("Warning", "299 livekube \"%s\"".formatted(quotable(warning)));
        }
    }

    /// Sets the headers without a warning, for responses without data, such as errors.
    public static void mark(BiConsumer<CharSequence, CharSequence> response, Provenance provenance) {
        Freshness freshness = provenance.freshness();
        response.accept(STATE, freshness.state().toString());
        freshness.age().ifPresent(age -> response.accept(AGE, Long.toString(age.toMillis())));
        provenance.contact().ifPresent(last -> response.accept(SEQUENCE, Long.toString(last.sequence())));
        response.accept(SOURCE, provenance.source().toString());
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
