package io.livekube.hub.subscription;

import java.util.Optional;

/// What a subscription does next, as its [FrameSource] decides.
public sealed interface Step permits Frames, Step.Prepare, Step.Wait, Step.Pause, Step.Finish, Step.Lose {
    /// Wait for [FrameSource#woken].
    Step WAIT = new Wait();

    /// Run [FrameSource#prepare] off the event loop, then ask again.
    Step PREPARE = new Prepare();

    record Wait() implements Step {}

    record Prepare() implements Step {}

    /// Ask again after a while.
    record Pause(long nanos) implements Step {}

    /// End the response in good order.
    ///
    /// @param last to be written before
    record Finish(Optional<Frames> last) implements Step {}

    /// End the subscription against the reader's will.
    record Lose(EndReason why) implements Step {}
}
