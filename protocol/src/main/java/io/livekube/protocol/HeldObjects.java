package io.livekube.protocol;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectKey;
import java.util.List;
import java.util.function.ToIntFunction;

/// What both ends hold of a kind before a batch, in the order of keys: edits are told as places in it.
public interface HeldObjects {
    int size();

    KubeObject at(int rank);

    /// The place of an object that is held.
    int rank(ObjectKey key);

    /// What a snapshot holds: its objects in order, and the place of a key among them.
    static HeldObjects of(List<KubeObject> sorted, ToIntFunction<ObjectKey> rank) {
        return new HeldObjects() {
            @Override
            public int size() {
                return sorted.size();
            }

            @Override
            public KubeObject at(int place) {
                return sorted.get(place);
            }

            @Override
            public int rank(ObjectKey key) {
                return rank.applyAsInt(key);
            }
        };
    }
}
