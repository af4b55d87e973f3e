package io.livekube.hub.subscription;

/// Content of a subscription: a unit of delivery (events of one kind, rows of many) and its encoder.
///
/// Calls never overlap, except for [#woken]. All but [#prepare] and [#closed] come on the connection's event loop,
/// and must do no more than look at what is at hand: unpacking, filtering and encoding belong into [#prepare].
public interface FrameSource {
    /// First call: the subscription has started.
    void opened(Subscription subscription);

    /// Called when a followed log has changed. May overlap with [#prepare].
    void woken();

    /// The next step; called as long as the connection accepts more.
    Step next(long nanoTime);

    /// Prepares the next frames, a bounded slice at a time; called off the event loop.
    void prepare();

    /// The step that is due by time, such as a bookmark; called a few times per second.
    ///
    /// @param full whether nothing can be written at the moment
    Step due(long nanoTime, boolean full);

    /// The last frame for a reader that loses the subscription; empty for none.
    byte[] farewell(EndReason why);

    /// Name of the subscription for log lines: `demo: watch of pods`.
    String subject();

    /// The subscription has ended, releases what it holds; the last call, off the event loops.
    void closed(EndReason why);
}
