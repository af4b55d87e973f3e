package io.livekube.hub.subscription;

import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Subscriptions of one event loop, swept a few times per second for deadlines, bookmarks and stalled readers,
/// so that subscriptions need no timers of their own.
///
/// Accessed only by its event loop, except for [#execute].
final class SubscriptionLoop {
    private static final Logger LOG = LoggerFactory.getLogger(SubscriptionLoop.class);
    private static final long SWEEP_NANOS = Duration.ofMillis(250).toNanos();

    /// Maximum time for which the loop is kept from its other connections.
    private static final long SLICE_NANOS = Duration.ofMillis(3).toNanos();

    private static final int LOOK_EACH = 16;

    private final EventLoop thread;
    private final MemberList members = new MemberList();
    private final Map<Lost, Integer> lost = new HashMap<>();
    private boolean sweeping;

    private record Lost(String subject, EndReason why) {}

    SubscriptionLoop(EventLoop thread) {
        this.thread = thread;
    }

    /// Runs a task soon.
    ///
    /// @return false if it never runs, because the hub has stopped
    boolean execute(Runnable task) {
        try {
            thread.execute(task);
            return true;
        } catch (RejectedExecutionException e) {
            LOG.debug("event loop is closed: the hub is shutting down", e);
            return false;
        }
    }

    void schedule(Runnable task, long nanos) {
        try {
            var _ = thread.schedule(task, nanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("event loop is closed: the hub is shutting down", e);
        }
    }

    MemberList.Member add(Subscription subscription) {
        sweepLater();
        return members.add(subscription);
    }

    void remove(MemberList.Member member) {
        members.remove(member);
    }

    /// Iterates over a list in slices, letting the loop do other work in between.
    void forEach(MemberList list, Consumer<Subscription> action, Runnable done) {
        forEach(list, list.size(), action, done);
    }

    private void forEach(MemberList list, int before, Consumer<Subscription> action, Runnable done) {
        long began = System.nanoTime();
        for (int i = before - 1; i >= 0; i--) {
            if (i < list.size()) {
                try {
                    action.accept(list.at(i));
                } catch (Throwable e) { // a failure must not affect the other subscriptions
                    LOG.error("serving a subscription failed; this is a bug in the hub", e);
                }
            }
            if (i % LOOK_EACH == 0 && i > 0 && System.nanoTime() - began > SLICE_NANOS) {
                int rest = i;
                execute(() -> forEach(list, rest, action, done));
                return;
            }
        }
        done.run();
    }

    /// Counts a lost subscription; losses with the same subject and cause share a log line.
    void lost(String subject, EndReason why) {
        lost.merge(new Lost(subject, why), 1, Integer::sum);
        sweepLater();
    }

    /// Ends all subscriptions.
    void end(EndReason why) {
        for (int i = members.size() - 1; i >= 0; i--) {
            if (i < members.size()) {
                members.at(i).endNow(why);
            }
        }
    }

    private void sweepLater() {
        if (!sweeping) {
            sweeping = true;
            schedule(this::sweep, SWEEP_NANOS);
        }
    }

    private void sweep() {
        long now = System.nanoTime();
        forEach(members, subscription -> subscription.sweep(now), this::swept);
    }

    private void swept() {
        sweeping = false;
        lost.forEach((what, count) -> LOG.info(
                "{}: closed {} subscription{}: {}",
                what.subject(),
                count,
                count == 1 ? "" : "s",
                what.why().sentence()));
        lost.clear();
        if (members.size() > 0) {
            sweepLater();
        }
    }
}
