package io.livekube.protocol;

import io.livekube.core.model.KubeObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Unit that an agent sends; the hub applies all of it or nothing.
///
/// @param sequence one more than that of the session's last acknowledged batch, from 1; the first batch
/// begins with a [Part.Hello]
public record Batch(SessionId session, long sequence, List<Part> parts) {
    public Batch {
        if (sequence < 1) {
            throw new IllegalArgumentException("the sequence number must be at least 1, got " + sequence);
        }
        parts = List.copyOf(parts);
        boolean hello = !parts.isEmpty() && parts.getFirst() instanceof Part.Hello;
        if (hello != (sequence == 1)) {
            throw new IllegalArgumentException("only the first batch of a session begins with a hello, and it must");
        }
    }

    /// The hello that opens a session; empty in all but its first batch.
    public Optional<Part.Hello> hello() {
        return !parts.isEmpty() && parts.getFirst() instanceof Part.Hello hello ? Optional.of(hello) : Optional.empty();
    }

    /// The objects that its deltas put, in order.
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
