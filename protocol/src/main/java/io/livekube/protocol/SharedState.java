package io.livekube.protocol;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;
import java.util.List;

/// What both ends have before a batch, and it can be told against.
public interface SharedState {
    /// What is held of a kind; nothing if the kind is not known.
    HeldObjects held(Resource resource);

    /// The objects that the session's last batch put, in its order: the next ones often say the same.
    default List<KubeObject> recent() {
        return List.of();
    }
}
