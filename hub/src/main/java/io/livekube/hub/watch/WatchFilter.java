package io.livekube.hub.watch;

import io.livekube.core.model.KubeObject;
import io.livekube.hub.history.LogEntry;
import java.util.Optional;
import java.util.function.Predicate;

/// Filter of a watch.
///
/// An object that starts to match is sent as added; one that stops matching is sent as deleted, with its last
/// matching state and the version at which it stopped matching.
///
/// @param name equal for equal filters on a kind
/// @param matches whether an object is selected
public record WatchFilter(String name, Predicate<KubeObject> matches) {
    public static final WatchFilter ALL = new WatchFilter("", _ -> true);

    @Override
    public boolean equals(Object other) {
        return other instanceof WatchFilter same && same.name.equals(name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    /// The event as sent to the watch; empty if it is not sent.
    public Optional<WatchEvent> apply(LogEntry entry) {
        KubeObject object = entry.object();
        return switch (entry.type()) {
            case ADDED -> event(LogEntry.Type.ADDED, object, entry.version());
            case DELETED -> event(LogEntry.Type.DELETED, object, entry.version());
            case MODIFIED -> {
                KubeObject previous = entry.previous().orElseThrow();
                boolean before = matches.test(previous);
                boolean now = matches.test(object);
                if (now) {
                    yield Optional.of(new WatchEvent(
                            before ? LogEntry.Type.MODIFIED : LogEntry.Type.ADDED, object, entry.version()));
                }
                yield before
                        ? Optional.of(new WatchEvent(LogEntry.Type.DELETED, previous, entry.version()))
                        : Optional.empty();
            }
        };
    }

    private Optional<WatchEvent> event(LogEntry.Type type, KubeObject object, long version) {
        return matches.test(object) ? Optional.of(new WatchEvent(type, object, version)) : Optional.empty();
    }
}
