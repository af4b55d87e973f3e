package io.livekube.hub.instrumentation;

import java.time.Duration;
import java.util.Optional;

/// Is told what a hub does, as it does it; must return at once.
///
/// Whatever can be asked for at any time (queues, memory, states) is not told here.
public interface HubObserver {
    /// Counts nothing.
    HubObserver NONE = new HubObserver() {};

    /// A batch was answered.
    ///
    /// @param answer in one word: `acknowledged`, `mismatch`, `wrong` …
    default void batch(String cluster, String answer, int bytes, Duration took) {}

    /// A batch with changes was published.
    ///
    /// @param edits how many changes it had
    /// @param age of its oldest change, from when the agent saw it; empty if the agent does not say
    default void changes(String cluster, int edits, Optional<Duration> age) {}

    /// States were compared by their digests.
    ///
    /// @param kinds how many
    default void compared(String cluster, int kinds) {}

    /// A task has ended.
    ///
    /// @param outcome `done`, `failed`, `gone` if the agent was not there or had too much to do, `late`, or
    /// `abandoned` by who asked
    default void task(String cluster, String type, String outcome, Duration took) {}

    /// A read was answered.
    ///
    /// @param source `mirror`, `fetch`, or `none` if there was nothing to give
    /// @param state how fresh the answer was; `unknown` if there was none
    default void read(String cluster, String source, String state, Duration took) {}

    /// A request was refused before anything was done for it.
    ///
    /// @param status of the answer
    default void refused(int status) {}

    /// A stream for browsers was opened.
    default void streamOpened() {}

    /// A stream told something.
    ///
    /// @param messages how many events
    /// @param conflated changes that were left out because of later ones of the same object
    default void streamed(long messages, long conflated) {}

    /// A stream ended.
    ///
    /// @param reason `reader` if the reader went away, `slow` if it did not read, `stopped` with the hub,
    /// or `failed`
    default void streamClosed(String reason) {}

    /// A cluster was removed: nothing will be told of it any more.
    default void removed(String cluster) {}
}
