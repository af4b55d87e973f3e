package io.livekube.protocol;

import io.livekube.core.model.KubeObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What an agent sends at once; the hub takes all of it or nothing.
///
/// @param sequence one more than the session's last acknowledged one, from 1; the first batch says
/// [Part.Hello]
public record Batch(SessionId session, long sequence, List<Part> parts) {
    public Batch {
        if (sequence < 1) {
            throw new IllegalArgumentException("batches are counted from 1, got " + sequence);
        }
        parts = List.copyOf(parts);
        boolean hello = !parts.isEmpty() && parts.getFirst() instanceof Part.Hello;
        if (hello != (sequence == 1)) {
            throw new IllegalArgumentException("the first batch of a session, and no other, begins with a hello");
        }
    }

    /// The hello that opens a session; empty in all but its first batch.
    public Optional<Part.Hello> hello() {
        return !parts.isEmpty() && parts.getFirst() instanceof Part.Hello hello ? Optional.of(hello) : Optional.empty();
    }

    /// The objects that its deltas put, in their order.
    public List<KubeObject> put() {
        List<KubeObject> objects = new ArrayList<>();
        for (Part part : parts) {
            if (part instanceof Part.Delta delta) {
                for (Edit edit : delta.edits()) {
                    if (edit instanceof Edit.Put put) {
                        objects.add(put.object());
                    }
                }
            }
        }
        return objects;
    }
}
