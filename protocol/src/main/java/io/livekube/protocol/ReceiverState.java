package io.livekube.protocol;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.Resource;

/// State of the receiving end, as a decoder needs it.
public interface ReceiverState extends SharedState {
    /// Decodes one object of a kind from a range of bytes, which are reused afterwards.
    KubeObject decode(Resource resource, byte[] json, int from, int to) throws MalformedObjectException;
}
