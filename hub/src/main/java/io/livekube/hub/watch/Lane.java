package io.livekube.hub.watch;

import java.util.concurrent.atomic.AtomicBoolean;

/// The watchers of one kind on one event loop; touched by that loop alone, but for [#wake].
final class Lane {
    private final Loop loop;
    private final AtomicBoolean awake = new AtomicBoolean();
    private final StreamList streams = new StreamList(WatchStream.IN_LANE);

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
            loop.execute(() -> {
                awake.set(false);
                streams.forEach(WatchStream::pump);
            });
        }
    }
}
