package io.livekube.hub.watch;

import java.util.LinkedHashMap;
import java.util.Map;

/// The events of one kind as they were encoded last, for all watchers that are about to need the same
/// bytes.
final class SharedFrames {
    private final long limit;
    private final Map<Key, byte[]> frames = new LinkedHashMap<>();
    private long bytes;

    private record Key(WatchEvent event, FrameEncoder encoder) {}

    /// @param limit bytes to keep
    SharedFrames(long limit) {
        this.limit = limit;
    }

    synchronized byte[] of(WatchEvent event, FrameEncoder encoder) {
        var key = new Key(event, encoder);
        byte[] known = frames.get(key);
        if (known != null) {
            return known;
        }
        byte[] frame = encoder.event(event);
        frames.put(key, frame);
        bytes += frame.length;
        var oldest = frames.entrySet().iterator();
        while (bytes > limit && oldest.hasNext()) {
            bytes -= oldest.next().getValue().length;
            oldest.remove();
        }
        return frame;
    }
}
