package io.livekube.hub.subscription;

/// What a subscription delivers: a unit (events of one kind, rows of many) and its encoder.
///
/// Calls never overlap, except for [#woken]. All but [#prepare] and [#closed] come on the connection's event loop,
/// and must do no more than look at what is at hand: unpacking, filtering and encoding belong into [#prepare].
public interface FrameSource {
    /// The subscription has begun; the first call.
    void opened(Subscription subscription);

    /// One of the followed logs has changed. May overlap with [#prepare].
    void woken();

    /// What to do next; asked while the connection takes more.
    Step next(long nanoTime);

    /// Makes the next frames, a bounded slice at a time; off the event loop.
    void prepare();

    /// What is due by the clock, such as a bookmark; asked a few times per second.
    ///
    /// @param full whether nothing can be written now
    Step due(long nanoTime, boolean full);

    /// The last frame of a reader that loses the subscription; empty for none.
    byte[] farewell(EndReason why);

    /// What is subscribed to, for log lines: `demo: watch of pods`.
    String subject();

    /// The subscription has ended, releases what it holds; the last call, off the event loops.
    void closed(EndReason why);
}
