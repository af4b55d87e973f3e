package io.livekube.protocol.binary;

import io.livekube.protocol.KindState;
import java.util.List;

/// Type of a part in the binary form; numbers are never reused.
final class PartTag {
    static final int HELLO = 1;
    static final int KIND = 2;
    static final int STATUS = 3;
    static final int GONE = 4;
    static final int CHECK = 5;
    static final int BUCKETS = 6;
    static final int DELTA = 7;
    static final int BEGIN = 8;
    static final int CHUNK = 9;
    static final int END = 10;
    /// Added to a [#DELTA] or [#END] without a digest.
    static final int UNCHECKED = 0x80;

    /// Scopes of a [#KIND]: spelled out, or as in [io.livekube.protocol.WellKnownKinds].
    static final int CLUSTER_SCOPED = 0;

    static final int NAMESPACED = 1;
    static final int AS_KNOWN = 2;

    /// Forms of the buckets of a [#BEGIN]: 32 bytes, or all.
    static final int SOME_BUCKETS = 0;

    static final int ALL_BUCKETS = 1;

    /// Operation of an edit, in the two low bits of its first number; the other bits lead to its rank.
    static final int PUT_AGAINST = 0;

    static final int PUT_WHOLE = 1;
    static final int REMOVE = 2;
    /// An object as long as its base: usually only digits have changed.
    static final int PUT_AS_LONG = 3;

    static final int EDIT_BITS = 2;

    /// By number.
    static final List<KindState> STATES =
            List.of(KindState.SYNCING, KindState.SYNCED, KindState.STALE, KindState.DENIED, KindState.NOT_SERVED);

    private PartTag() {}
}
