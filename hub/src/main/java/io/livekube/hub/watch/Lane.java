package io.livekube.hub.watch;

import java.util.concurrent.atomic.AtomicBoolean;

/// The watchers of one kind on one event loop; touched by that loop alone, but for [#wake].
///
/// While they are busy they are kept waiting for a moment, see [TellingPace]: several events then cost
/// little more than one.
final class Lane {
    private final Loop loop;
    private final AtomicBoolean awake = new AtomicBoolean();
    private final StreamList streams = new StreamList(WatchStream.IN_LANE);
    private final TellingPace pace = new TellingPace(System.nanoTime());

    Lane(Loop loop) {
        this.loop = loop;
    }

    void add(WatchStream stream) {
        streams.add(stream);
    }

    void remove(WatchStream stream) {
        streams.remove(stream);
    }

    void wake() {
        if (awake.compareAndSet(false, true)) {
            loop.execute(this::tellSoon);
        }
    }

    private void tellSoon() {
        long pause = pace.pause(System.nanoTime());
        if (pause > 0) {
            loop.schedule(this::tell, pause);
        } else {
            tell();
        }
    }

    private void tell() {
        awake.set(false); // what is new from here on wakes it again
        long began = System.nanoTime();
        streams.forEach(WatchStream::pump);
        pace.told(began, System.nanoTime());
    }
}
