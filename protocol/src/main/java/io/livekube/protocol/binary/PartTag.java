package io.livekube.protocol.binary;

import io.livekube.protocol.KindState;
import java.util.List;

/// What a part is in the binary form; numbers are never used again for something else.
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
    /// Added to [#DELTA] and [#END] that give no digest.
    static final int UNCHECKED = 0x80;

    /// Scopes of a [#KIND]: spelled out, or as [io.livekube.protocol.WellKnownKinds] has it.
    static final int CLUSTER_SCOPED = 0;

    static final int NAMESPACED = 1;
    static final int AS_KNOWN = 2;

    /// How the buckets of a [#BEGIN] are given: 32 bytes, or all.
    static final int SOME_BUCKETS = 0;

    static final int ALL_BUCKETS = 1;

    /// What an edit does, in the two low bits of its first number; the rest is the way to its rank.
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
