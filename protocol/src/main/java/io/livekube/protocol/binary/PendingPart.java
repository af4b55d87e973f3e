package io.livekube.protocol.binary;

import io.livekube.core.model.ObjectKey;
import io.livekube.core.model.Resource;
import io.livekube.protocol.Edit;
import io.livekube.protocol.Part;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Part as described by the head; its objects are still in the frame.
sealed interface PendingPart {
    record Whole(Part part) implements PendingPart {}

    @SuppressWarnings("ArrayRecordComponent") // never compared; 50,000 boxed lengths would be a waste
    record Chunk(Resource resource, int[] lengths) implements PendingPart {}

    record Delta(Resource resource, List<Step> edits, long version, OptionalLong digest) implements PendingPart {}

    /// One edit.
    sealed interface Step {}

    record Done(Edit edit) implements Step {}

    record Put(int length, Optional<ObjectKey> base) implements Step {}
}
