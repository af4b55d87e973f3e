package io.livekube.core.listwatch;

import io.livekube.core.model.KubeObject;

/// Gets what is read of a LIST.
interface PageSink {
    void object(KubeObject object);

    /// An object had to be skipped.
    void undecodable(String reason);

    /// Another page follows; told as soon as it is known.
    void nextPage(String continueToken);
}
