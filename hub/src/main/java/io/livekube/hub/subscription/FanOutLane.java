package io.livekube.hub.subscription;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntSupplier;

/// Subscribers of one kind on one event loop. Accessed only by that loop, except for [#wake].
///
/// A change wakes the loop once, no matter how many follow before the loop handles it; then all subscribers are
/// served in one round. Rounds of a busy kind are spaced out, see [FanOutPace], and long ones are sliced.
final class FanOutLane {
    private final SubscriptionLoop loop;
    private final IntSupplier lanes;
    private final AtomicBoolean awake = new AtomicBoolean();
    private final MemberList members = new MemberList();
    private final FanOutPace pace = new FanOutPace(System.nanoTime());
    private volatile boolean empty = true;
    private boolean delivering;
    private boolean again;

    /// @param lanes number of the kind's lanes that have subscribers
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

    /// Whether the lane has subscribers. Thread-safe.
    boolean occupied() {
        return !empty;
    }

    /// Schedules a round. Thread-safe.
    void wake() {
        if (!empty && awake.compareAndSet(false, true)) {
            loop.execute(this::deliverSoon);
        }
    }

    private void deliverSoon() {
        if (delivering) {
            again = true; // after the current round
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
        awake.set(false); // a change from here on wakes the lane again
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
