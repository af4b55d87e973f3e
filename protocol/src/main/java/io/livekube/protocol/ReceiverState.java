package io.livekube.protocol;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.Resource;

/// What a decoder has to ask the end that a batch came to.
public interface ReceiverState extends SharedState {
    /// Decodes one object of a kind from a range of bytes, which are reused afterwards.
    KubeObject decode(Resource resource, byte[] json, int from, int to) throws MalformedObjectException;
}
