package io.livekube.protocol;

import io.livekube.core.model.ObjectKey;
import io.livekube.core.model.Resource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// A part as far as the head tells it: its objects are still in the frame.
sealed interface Planned {
    record Whole(Part part) implements Planned {}

    @SuppressWarnings("ArrayRecordComponent") // never compared; 50,000 boxed lengths would be a waste
    record Chunk(Resource resource, int[] lengths) implements Planned {}

    record Delta(Resource resource, List<Step> edits, long version, OptionalLong digest) implements Planned {}

    /// One edit.
    sealed interface Step {}

    record Done(Edit edit) implements Step {}

    record Put(int length, Optional<ObjectKey> base) implements Step {}
}
