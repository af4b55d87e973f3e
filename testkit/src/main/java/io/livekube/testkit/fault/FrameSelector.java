package io.livekube.testkit.fault;

import java.util.function.Predicate;
import java.util.stream.IntStream;

/// Selects the frames of a watch to which a fault applies.
///
/// @param description for logs and failed assertions
public record FrameSelector(String description, Predicate<Frame> predicate) {

    public static FrameSelector everyFrame() {
        return new FrameSelector("every frame", _ -> true);
    }

    /// Selects frames by their position in the upstream's stream, from 1.
    public static FrameSelector frames(int... numbers) {
        return new FrameSelector(
                "frames " + IntStream.of(numbers).boxed().toList(),
                f -> IntStream.of(numbers).anyMatch(n -> n == f.number()));
    }

    public static FrameSelector ofType(String type) {
        return new FrameSelector(type, f -> f.type().equals(type));
    }

    public static FrameSelector named(String name) {
        return new FrameSelector("events of " + name, f -> f.name().equals(name));
    }

    /// The bookmark that ends a watch's initial events.
    public static FrameSelector initialEventsEnd() {
        return new FrameSelector(
                "end bookmark",
                f -> f.type().equals("BOOKMARK")
                        && f.object()
                                .path("metadata")
                                .path("annotations")
                                .path("k8s.io/initial-events-end")
                                .asText("")
                                .equals("true"));
    }

    public static FrameSelector framesThat(String description, Predicate<Frame> predicate) {
        return new FrameSelector(description, predicate);
    }

    @Override
    public String toString() {
        return description;
    }
}
