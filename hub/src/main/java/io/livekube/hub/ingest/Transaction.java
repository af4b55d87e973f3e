package io.livekube.hub.ingest;

import io.livekube.core.model.ObjectKey;
import io.livekube.core.model.Resource;
import io.livekube.core.store.Draft;
import io.livekube.core.store.Snapshot;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.protocol.Part;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What one batch would do, before any of it is done.
final class Transaction {
    private final Map<Resource, KindStep> steps = new LinkedHashMap<>();
    private final Set<Resource> mismatches = new LinkedHashSet<>();
    private final Set<Resource> gone = new LinkedHashSet<>();

    /// What it would do to one kind.
    static final class KindStep {
        final KindMirror mirror;
        Staging staging;
        Optional<Part.Kind> name = Optional.empty();
        Optional<Part.Status> status = Optional.empty();

        /// As of which versions objects are gone, where the agent says it.
        final Map<ObjectKey, Long> deletions = new HashMap<>();

        private Optional<Draft> draft = Optional.empty();

        private KindStep(KindMirror mirror, Staging staging) {
            this.mirror = mirror;
            this.staging = staging;
        }

        /// Whether there is a whole state, served or about to be.
        boolean whole() {
            return mirror.synced() || draft.isPresent();
        }

        /// The state as it would be by now.
        Snapshot state() {
            return draft.map(Draft::snapshot).orElseGet(() -> mirror.store().snapshot());
        }

        /// The next state, to be worked on.
        Draft edit() {
            Draft next = draft.orElseGet(() -> mirror.store().snapshot().draft());
            draft = Optional.of(next);
            return next;
        }

        /// Takes a whole state for the next one.
        void replace(Draft whole) {
            draft = Optional.of(whole);
        }

        Optional<Draft> draft() {
            return draft;
        }
    }

    /// The step for a kind that the batch speaks of.
    KindStep step(KindMirror mirror, Staging staging) {
        return steps.computeIfAbsent(mirror.resource(), _ -> new KindStep(mirror, staging));
    }

    void mismatch(Resource resource) {
        mismatches.add(resource);
    }

    void gone(Resource resource) {
        steps.remove(resource);
        gone.add(resource);
    }

    Map<Resource, KindStep> steps() {
        return steps;
    }

    Set<Resource> mismatches() {
        return mismatches;
    }

    Set<Resource> gone() {
        return gone;
    }
}
