package io.livekube.core.watch;

import java.time.Instant;

/// Next step that the reflector requests.
public sealed interface ReflectorAction {
    /// Ask for one page of a LIST and report it with [ReflectorSignal.Page] or [ReflectorSignal.Failed].
    record FetchPage(ListRequest request) implements ReflectorAction {}

    /// Open a watch and report its events until it ends.
    record OpenWatch(WatchRequest request) implements ReflectorAction {}

    /// Keep reading the open watch; if `deadline` passes without a signal, report
    /// [ReflectorSignal.DeadlinePassed].
    record KeepReading(Instant deadline) implements ReflectorAction {}

    /// Do nothing until then.
    record Wait(Instant until) implements ReflectorAction {}

    /// The reflector was stopped; nothing more will be requested.
    record Stop() implements ReflectorAction {}
}
