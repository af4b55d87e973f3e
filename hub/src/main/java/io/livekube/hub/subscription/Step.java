package io.livekube.hub.subscription;

import java.util.Optional;

/// Next step of a subscription, decided by its [FrameSource].
public sealed interface Step permits Frames, Step.Prepare, Step.Wait, Step.Pause, Step.Finish, Step.Lose {
    /// Wait for [FrameSource#woken].
    Step WAIT = new Wait();

    /// Run [FrameSource#prepare] off the event loop, then ask again.
    Step PREPARE = new Prepare();

    record Wait() implements Step {}

    record Prepare() implements Step {}

    /// Ask again after a pause.
    record Pause(long nanos) implements Step {}

    /// End the response normally.
    ///
    /// @param last frames to write first
    record Finish(Optional<Frames> last) implements Step {}

    /// Cut the subscription short.
    record Lose(EndReason why) implements Step {}
}
