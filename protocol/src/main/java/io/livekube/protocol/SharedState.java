package io.livekube.protocol;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;
import java.util.List;

/// State that both ends hold before a batch, and that the batch is encoded against.
public interface SharedState {
    /// The objects of a kind; none if the kind is unknown.
    SharedObjects held(Resource resource);

    /// The objects that the session's last batch put, in order; the next ones often resemble them.
    default List<KubeObject> recent() {
        return List.of();
    }
}
