package io.livekube.hub.kubeapi;

import io.livekube.core.model.KubeObject;
import io.livekube.core.store.ObjectRun;
import io.livekube.hub.transport.BodySegment;
import java.util.Arrays;

/// Encoded part of a run, with the versions of its objects.
///
/// Objects are identified by version and hash, which are equal for two objects at the same position only if the
/// objects are equal. So a segment keeps no objects in memory.
final class ListSegment {
    private static final int EACH = 2;
    private static final int OVERHEAD = 256;

    private final BodySegment packed;
    private final boolean begins;
    private final long[] marks;

    /// @param begins whether the segment starts a list; all others start with a comma
    /// @param of marks of the run
    /// @param from index of the first object in the run
    /// @param to index after the last object
    ListSegment(BodySegment packed, boolean begins, long[] of, int from, int to) {
        this.packed = packed;
        this.begins = begins;
        this.marks = Arrays.copyOfRange(of, EACH * from, EACH * to);
    }

    /// Marks of all objects of a run: version and hash.
    static long[] marks(ObjectRun run) {
        long[] marks = new long[EACH * run.size()];
        for (int i = 0; i < run.size(); i++) {
            KubeObject object = run.get(i);
            marks[EACH * i] = object.resourceVersion();
            marks[EACH * i + 1] = object.contentHash();
        }
        return marks;
    }

    BodySegment body() {
        return packed;
    }

    /// Number of objects.
    int size() {
        return marks.length / EACH;
    }

    /// Whether the segment encodes exactly the objects at an index of a run.
    ///
    /// @param run marks of the run
    boolean fits(long[] run, int at, boolean begin) {
        int from = EACH * at;
        int to = from + marks.length;
        return begins == begin && to <= run.length && Arrays.equals(marks, 0, marks.length, run, from, to);
    }

    long cost() {
        return packed.bytes().capacity() + (long) Long.BYTES * marks.length + OVERHEAD;
    }
}
