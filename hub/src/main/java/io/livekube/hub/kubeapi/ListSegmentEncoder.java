package io.livekube.hub.kubeapi;

import io.livekube.core.model.KubeObject;
import io.livekube.core.store.ObjectRun;
import io.livekube.hub.transport.BodySegment;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Packs runs in pieces of about the same size: one change has one piece packed anew.
///
/// @param form what it makes of objects, by name
/// @param item makes it
record ListSegmentEncoder(String form, Function<KubeObject, byte[]> item, boolean gzip) {
    /// Small enough to be made again for one change, large enough to be compressed well.
    private static final int PIECE = 96 << 10;

    /// When objects come and go pieces get smaller; a run of more is packed anew as a whole.
    private static final int MAX_PIECES = 16;

    /// The pieces of a run; those of its former state that are still right are among them.
    ///
    /// @param begins whether the run begins a list
    List<ListSegment> pack(ObjectRun run, boolean begins, List<ListSegment> former) {
        long[] marks = ListSegment.marks(run);
        List<ListSegment> pieces = new ArrayList<>();
        int open = 0; // where the part begins that is not in a piece yet
        long bytes = 0;
        int i = 0;
        while (i < run.size()) {
            Optional<ListSegment> known = find(former, marks, i, begins && i == 0);
            if (known.isPresent()) {
                close(pieces, run, marks, open, i, begins);
                pieces.add(known.get());
                i += known.get().size();
                open = i;
                bytes = 0;
                continue;
            }
            bytes += run.get(i).contentBytes();
            i++;
            if (bytes >= PIECE) {
                close(pieces, run, marks, open, i, begins);
                open = i;
                bytes = 0;
            }
        }
        close(pieces, run, marks, open, i, begins);
        return pieces.size() > MAX_PIECES && !former.isEmpty() ? pack(run, begins, List.of()) : pieces;
    }

    private static Optional<ListSegment> find(List<ListSegment> former, long[] marks, int at, boolean begins) {
        for (ListSegment piece : former) {
            if (piece.fits(marks, at, begins)) {
                return Optional.of(piece);
            }
        }
        return Optional.empty();
    }

    private void close(List<ListSegment> pieces, ObjectRun run, long[] marks, int from, int to, boolean begins) {
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
        pieces.add(new ListSegment(packed, first, marks, from, to));
    }

    /// Gives its bytes without a copy.
    private static final class Text extends ByteArrayOutputStream {
        Text() {
            super(PIECE + (16 << 10));
        }

        byte[] bytes() {
            return buf;
        }
    }
}
