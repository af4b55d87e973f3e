package io.livekube.core.watch;

import java.time.Instant;

/// What the reflector wants done next.
public sealed interface Action {
    /// Ask for one page of a LIST and report it with [Signal.Page] or [Signal.Failed].
    record FetchPage(ListRequest request) implements Action {}

    /// Open a watch and report what comes until it ends.
    record OpenWatch(WatchRequest request) implements Action {}

    /// Keep reading the open watch; if `deadline` passes without a signal, say so with [Signal.DeadlinePassed].
    record KeepReading(Instant deadline) implements Action {}

    /// Do nothing until then.
    record Wait(Instant until) implements Action {}

    /// The reflector was stopped; nothing more will be asked.
    record Stop() implements Action {}
}
