package io.livekube.protocol.binary;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;
import java.io.ByteArrayOutputStream;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Zstd dictionary of a batch: the objects that its objects are encoded against.
///
/// Both ends must build the same bytes: first the objects that the last batch put, its last ones up to
/// [#RECENT_BYTES], then each base once, in the order of the edits, without those that would take the
/// dictionary beyond [#MAX_BYTES].
final class BatchDictionary {
    static final int MAX_BYTES = 2 << 20;
    static final int RECENT_BYTES = 32 << 10;

    private record BaseObject(Resource resource, int rank) {}

    private final Set<BaseObject> seen = new HashSet<>();
    private final ByteArrayOutputStream contents = new ByteArrayOutputStream();

    /// Starts with the objects that the last batch put.
    BatchDictionary(List<KubeObject> recent) {
        int from = recent.size();
        int bytes = 0;
        while (from > 0 && bytes + recent.get(from - 1).contentBytes() <= RECENT_BYTES) {
            bytes += recent.get(--from).contentBytes();
        }
        recent.subList(from, recent.size()).forEach(object -> contents.writeBytes(object.content()));
    }

    /// Adds the object of a rank, unless it is already included or there is no space.
    void add(Resource resource, int rank, KubeObject base) {
        if (seen.add(new BaseObject(resource, rank)) && contents.size() + base.contentBytes() <= MAX_BYTES) {
            contents.writeBytes(base.content());
        }
    }

    boolean isEmpty() {
        return contents.size() == 0;
    }

    byte[] dictionary() {
        return contents.toByteArray();
    }
}
