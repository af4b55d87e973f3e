package io.livekube.hub.watch;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Streams in no order, each of which knows its place: to add and to remove one costs nothing.
///
/// For one thread. A stream may be removed while all are gone through.
final class StreamList {
    private final List<WatchStream> streams = new ArrayList<>();
    private final int list;

    /// @param list which of its places a stream keeps this list's in
    StreamList(int list) {
        this.list = list;
    }

    void add(WatchStream stream) {
        stream.place(list, streams.size());
        streams.add(stream);
    }

    void remove(WatchStream stream) {
        int place = stream.place(list);
        if (place < 0) {
            return;
        }
        WatchStream last = streams.removeLast();
        if (last != stream) {
            streams.set(place, last);
            last.place(list, place);
        }
        stream.place(list, -1);
    }

    void forEach(Consumer<WatchStream> action) {
        for (int i = streams.size() - 1; i >= 0; i--) {
            if (i < streams.size()) {
                action.accept(streams.get(i));
            }
        }
    }

    int size() {
        return streams.size();
    }
}
