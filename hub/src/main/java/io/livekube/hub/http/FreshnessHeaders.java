package io.livekube.hub.http;

import io.livekube.hub.cluster.Freshness;
import io.livekube.hub.mirror.ClusterMirror;
import java.util.Optional;

/// Says on every answer from the mirror how old it is.
final class FreshnessHeaders {
    private FreshnessHeaders() {}

    /// @param about what is shown, for the warning that kubectl prints
    /// @param cause why it is not fresh, if that is known; else empty
    static void put(
            Exchange exchange,
            Freshness freshness,
            Optional<ClusterMirror.Contact> contact,
            String about,
            String cause) {
        exchange.setHeader("X-Livekube-State", freshness.state().toString());
        freshness.age().ifPresent(age -> exchange.setHeader("X-Livekube-Age-Ms", Long.toString(age.toMillis())));
        contact.ifPresent(last -> exchange.setHeader("X-Livekube-Sequence", Long.toString(last.sequence())));
        exchange.setHeader("X-Livekube-Source", "mirror");
        if (freshness.state() != Freshness.State.FRESH) {
            String since =
                    freshness.age().map(age -> age.toSeconds() + " s old").orElse("of unknown age");
            exchange.setHeader(
                    "Warning",
                    "299 livekube \"%s: %s, %s%s\""
                            .formatted(about, freshness.state(), since, cause.isEmpty() ? "" : ": " + quotable(cause)));
        }
    }

    /// What may stand in a quoted part of a header.
    private static String quotable(String text) {
        return text.replaceAll("[^\\x20-\\x7e]", "?").replace('\\', '/').replace('"', '\'');
    }
}
