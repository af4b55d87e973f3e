package io.livekube.core.watch;

import io.livekube.core.model.KubeObject;
import java.util.Collection;

/// Receiver of a reflector's state and changes; called in order, by one thread.
public interface ReflectorSink {
    /// The whole collection, as of a version. `newEpoch` means that versions went back: the server's history
    /// was replaced.
    void replace(Collection<KubeObject> objects, long resourceVersion, boolean newEpoch);

    void apply(KubeObject object);

    void delete(KubeObject last);

    /// Everything up to this version has been delivered.
    void bookmark(long resourceVersion);

    /// Nothing more is at hand: the caller is about to wait for the server.
    void paused();
}
