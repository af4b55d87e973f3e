package io.livekube.hub.kubeapi;

import io.livekube.core.model.KubeObject;
import io.livekube.core.store.ObjectRun;
import io.livekube.hub.transport.BodySegment;
import java.util.Arrays;

/// A packed part of a run, and what it was made of.
///
/// Objects are known by version and hash, which two that stand in the same place of the same kind share
/// only if they are equal. So a piece keeps no object alive.
final class ListSegment {
    private static final int EACH = 2;
    private static final int OVERHEAD = 256;

    private final BodySegment packed;
    private final boolean begins;
    private final long[] marks;

    /// @param begins whether it begins a list: all others begin with a comma
    /// @param of the marks of a run
    /// @param from which object of the run is the first
    /// @param to which is behind the last
    ListSegment(BodySegment packed, boolean begins, long[] of, int from, int to) {
        this.packed = packed;
        this.begins = begins;
        this.marks = Arrays.copyOfRange(of, EACH * from, EACH * to);
    }

    /// What the objects of a run are known by.
    static long[] marks(ObjectRun run) {
        long[] marks = new long[EACH * run.size()];
        for (int i = 0; i < run.size(); i++) {
            KubeObject object = run.get(i);
            marks[EACH * i] = object.resourceVersion();
            marks[EACH * i + 1] = object.contentHash();
        }
        return marks;
    }

    BodySegment packed() {
        return packed;
    }

    /// How many objects it has.
    int size() {
        return marks.length / EACH;
    }

    /// Whether it is what stands at a place of a run.
    ///
    /// @param run its marks
    boolean fits(long[] run, int at, boolean begin) {
        int from = EACH * at;
        int to = from + marks.length;
        return begins == begin && to <= run.length && Arrays.equals(marks, 0, marks.length, run, from, to);
    }

    long cost() {
        return packed.bytes().capacity() + (long) Long.BYTES * marks.length + OVERHEAD;
    }
}
