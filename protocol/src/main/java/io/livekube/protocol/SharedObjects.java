package io.livekube.protocol;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectKey;
import java.util.List;
import java.util.function.ToIntFunction;

/// Objects of a kind that both ends hold before a batch, in the order of their keys: edits refer to their
/// ranks.
public interface SharedObjects {
    int size();

    KubeObject at(int rank);

    /// The rank of an object that is held.
    int rank(ObjectKey key);

    /// The objects of a snapshot, and the rank of a key among them.
    static SharedObjects of(List<KubeObject> sorted, ToIntFunction<ObjectKey> rank) {
        return new SharedObjects() {
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
