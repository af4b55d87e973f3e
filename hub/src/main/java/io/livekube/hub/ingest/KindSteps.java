package io.livekube.hub.ingest;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectKey;
import io.livekube.core.store.Draft;
import io.livekube.core.store.Snapshot;
import io.livekube.protocol.Edit;
import io.livekube.protocol.Part;

/// The steps that change a kind's objects; each tells whether it came to the digest that it should.
final class KindSteps {
    private KindSteps() {}

    static boolean edit(Transaction.KindStep step, Part.Delta delta) {
        if (!step.whole()) {
            return false;
        }
        Draft draft = step.edit();
        for (Edit edit : delta.edits()) {
            boolean done = switch (edit) {
                case Edit.Put put -> put(draft, put.object());
                case Edit.Remove(ObjectKey key, long version) -> {
                    step.deletions.put(key, version);
                    yield draft.remove(key);
                }
            };
            if (!done) {
                return false;
            }
        }
        step.staging = Staging.EMPTY;
        return delta.provedBy(draft.at(delta.version()).snapshot().digest().total());
    }

    private static boolean put(Draft draft, KubeObject object) {
        draft.put(object);
        return true;
    }

    static boolean end(Transaction.KindStep step, Part.End end) {
        Snapshot live = step.mirror.store().snapshot();
        Draft whole = live.draft(step.staging.assemble(live), end.version());
        step.staging = Staging.EMPTY;
        step.replace(whole);
        boolean proved = end.digest().isEmpty()
                || end.digest().getAsLong() == whole.snapshot().digest().total();
        return proved && whole.snapshot().size() == end.objects();
    }
}
