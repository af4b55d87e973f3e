package io.livekube.hub.watch;

import io.livekube.hub.history.ChangeLog;
import io.vertx.core.Context;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/// Everybody who watches one kind of one cluster, event loop by event loop.
///
/// News wake each event loop once, however much of it there is before the loop gets round to it; then all
/// of its watchers are written to in one go.
final class Topic {
    private final SharedFrames frames;
    private final Map<Context, Lane> lanes = new ConcurrentHashMap<>();

    Topic(ChangeLog log, long sharedBytes) {
        this.frames = new SharedFrames(sharedBytes);
        log.onNews(this::news);
    }

    SharedFrames frames() {
        return frames;
    }

    /// The watchers of one event loop; touched by it alone.
    private static final class Lane {
        private final Context context;
        private final AtomicBoolean awake = new AtomicBoolean();
        private final Set<WatchStream> streams = new HashSet<>();

        private Lane(Context context) {
            this.context = context;
        }

        private void wake() {
            if (awake.compareAndSet(false, true)) {
                context.runOnContext(now -> {
                    awake.set(false);
                    Set.copyOf(streams).forEach(WatchStream::pump);
                });
            }
        }
    }

    /// Takes a watcher in; to be called on its event loop.
    void add(Context context, WatchStream stream) {
        lanes.computeIfAbsent(context, Lane::new).streams.add(stream);
    }

    /// To be called on its event loop.
    void remove(Context context, WatchStream stream) {
        lanes.computeIfPresent(context, (_, lane) -> {
            lane.streams.remove(stream);
            return lane;
        });
    }

    private void news() {
        lanes.values().forEach(Lane::wake);
    }
}
