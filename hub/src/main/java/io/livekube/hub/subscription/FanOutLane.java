package io.livekube.hub.subscription;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntSupplier;

/// Subscribers of one kind on one event loop; touched by that loop alone, except for [#wake].
///
/// A change wakes the loop once, however many follow before the loop gets to it; then all subscribers are
/// written to in one round. Rounds of a busy kind are spaced out, see [FanOutPace], and a long one is cut into
/// slices.
final class FanOutLane {
    private final SubscriptionLoop loop;
    private final IntSupplier lanes;
    private final AtomicBoolean awake = new AtomicBoolean();
    private final MemberList members = new MemberList();
    private final FanOutPace pace = new FanOutPace(System.nanoTime());
    private volatile boolean empty = true;
    private boolean delivering;
    private boolean again;

    /// @param lanes how many lanes of the kind have subscribers
    FanOutLane(SubscriptionLoop loop, IntSupplier lanes) {
        this.loop = loop;
        this.lanes = lanes;
    }

    MemberList.Member add(Subscription subscription) {
        empty = false;
        return members.add(subscription);
    }

    void remove(MemberList.Member member) {
        members.remove(member);
        empty = members.size() == 0;
    }

    /// Whether it has subscribers; for any thread.
    boolean occupied() {
        return !empty;
    }

    /// Has the subscribers written to soon; for any thread.
    void wake() {
        if (!empty && awake.compareAndSet(false, true)) {
            loop.execute(this::deliverSoon);
        }
    }

    private void deliverSoon() {
        if (delivering) {
            again = true; // once the round is over
            return;
        }
        long pause = pace.pause(System.nanoTime());
        if (pause > 0) {
            loop.schedule(this::deliver, pause);
        } else {
            deliver();
        }
    }

    private void deliver() {
        delivering = true;
        awake.set(false); // a change from here on wakes it again
        long began = System.nanoTime();
        loop.forEach(members, Subscription::wake, () -> delivered(began));
    }

    private void delivered(long began) {
        delivering = false;
        pace.round(began, System.nanoTime(), Math.max(1, lanes.getAsInt()));
        if (again) {
            again = false;
            deliverSoon();
        }
    }
}
