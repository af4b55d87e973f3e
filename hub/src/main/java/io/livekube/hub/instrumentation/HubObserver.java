package io.livekube.hub.instrumentation;

import java.time.Duration;
import java.util.Optional;

/// Receives events from the parts of the hub as they happen. Implementations must return immediately.
///
/// State that can be read at any time (queues, memory, freshness) is not reported here.
public interface HubObserver {
    /// A batch was answered.
    ///
    /// @param answer in one word: `acknowledged`, `mismatch`, `invalid` …
    default void batch(String cluster, String answer, int bytes, Duration took) {}

    /// A batch with changes was published.
    ///
    /// @param edits number of changes
    /// @param age time since the agent saw the oldest change; empty if the agent does not report it
    default void changes(String cluster, int edits, Optional<Duration> age) {}

    /// The hub compared states by their digests.
    ///
    /// @param kinds number of states
    default void compared(String cluster, int kinds) {}

    /// A task has ended.
    ///
    /// @param outcome `done`, `failed`, `gone` if the agent was not connected or had too many tasks, `late`,
    /// or `abandoned` by the caller
    default void task(String cluster, String type, String outcome, Duration took) {}

    /// A read was answered.
    ///
    /// @param source `mirror`, `fetch`, or `none` if the read failed
    /// @param state freshness of the answer; `unknown` if the read failed
    default void read(String cluster, String source, String state, Duration took) {}

    /// A request was rejected before any work was done for it.
    ///
    /// @param status of the response
    default void refused(int status) {}

    /// A dashboard stream was opened.
    default void streamOpened() {}

    /// A dashboard stream sent events.
    ///
    /// @param messages number of events
    /// @param conflated changes that were skipped because later ones of the same object superseded them
    default void streamed(long messages, long conflated) {}

    /// A dashboard stream ended.
    ///
    /// @param reason `reader` if the client disconnected, `slow` if it did not read, `stopped` with the hub,
    /// or `failed`
    default void streamClosed(String reason) {}

    /// A cluster was removed: no more events follow for it.
    default void removed(String cluster) {}
}
