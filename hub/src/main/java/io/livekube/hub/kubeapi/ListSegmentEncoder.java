package io.livekube.hub.kubeapi;

import io.livekube.core.model.KubeObject;
import io.livekube.core.store.ObjectRun;
import io.livekube.hub.transport.BodySegment;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Encodes runs as segments of similar size, so that a change affects only one of them.
///
/// @param form name of the representation
/// @param item encodes one object
record ListSegmentEncoder(String form, Function<KubeObject, byte[]> item, boolean gzip) {
    /// Small enough to encode again for one change, large enough to compress well.
    private static final int SEGMENT = 96 << 10;

    /// Segments shrink as objects come and go; a run with more segments than this is encoded from scratch.
    private static final int MAX_SEGMENTS = 16;

    /// Encodes a run; segments of its previous state that are still valid are reused.
    ///
    /// @param begins whether the run starts a list
    List<ListSegment> encode(ObjectRun run, boolean begins, List<ListSegment> former) {
        long[] marks = ListSegment.marks(run);
        List<ListSegment> segments = new ArrayList<>();
        int open = 0; // first object that is in no segment yet
        long bytes = 0;
        int i = 0;
        while (i < run.size()) {
            Optional<ListSegment> known = find(former, marks, i, begins && i == 0);
            if (known.isPresent()) {
                close(segments, run, marks, open, i, begins);
                segments.add(known.get());
                i += known.get().size();
                open = i;
                bytes = 0;
                continue;
            }
            bytes += run.get(i).contentBytes();
            i++;
            if (bytes >= SEGMENT) {
                close(segments, run, marks, open, i, begins);
                open = i;
                bytes = 0;
            }
        }
        close(segments, run, marks, open, i, begins);
        return segments.size() > MAX_SEGMENTS && !former.isEmpty() ? encode(run, begins, List.of()) : segments;
    }

    private static Optional<ListSegment> find(List<ListSegment> former, long[] marks, int at, boolean begins) {
        for (ListSegment segment : former) {
            if (segment.fits(marks, at, begins)) {
                return Optional.of(segment);
            }
        }
        return Optional.empty();
    }

    private void close(List<ListSegment> segments, ObjectRun run, long[] marks, int from, int to, boolean begins) {
        if (from == to) {
            return;
        }
        boolean first = begins && from == 0;
        var text = new Text();
        for (int i = from; i < to; i++) {
            if (i > from || !first) {
                text.write(',');
            }
            text.writeBytes(item.apply(run.get(i)));
        }
        BodySegment packed =
                gzip ? BodySegment.part(text.bytes(), text.size()) : BodySegment.plain(text.bytes(), text.size());
        segments.add(new ListSegment(packed, first, marks, from, to));
    }

    /// Exposes its buffer without a copy.
    private static final class Text extends ByteArrayOutputStream {
        Text() {
            super(SEGMENT + (16 << 10));
        }

        byte[] bytes() {
            return buf;
        }
    }
}
