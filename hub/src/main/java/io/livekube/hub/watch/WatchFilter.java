package io.livekube.hub.watch;

import io.livekube.core.model.KubeObject;
import io.livekube.hub.history.LogEntry;
import java.util.Optional;
import java.util.function.Predicate;

/// What a watcher wants to hear of: some objects, and nothing of all others.
///
/// An object that begins to match is told as added, one that ceases to match as deleted, with its last
/// state that matched and the version at which it ceased.
///
/// @param name the same for all who want the same of a kind
/// @param matches whether an object is one of them, by what can change of it and what can't
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

    /// What a watcher hears of an event, if anything.
    public Optional<WatchEvent> apply(LogEntry entry) {
        KubeObject object = entry.object();
        return switch (entry.type()) {
            case ADDED -> told(LogEntry.Type.ADDED, object, entry.version());
            case DELETED -> told(LogEntry.Type.DELETED, object, entry.version());
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

    private Optional<WatchEvent> told(LogEntry.Type type, KubeObject object, long version) {
        return matches.test(object) ? Optional.of(new WatchEvent(type, object, version)) : Optional.empty();
    }
}
