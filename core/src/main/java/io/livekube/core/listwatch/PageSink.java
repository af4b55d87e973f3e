package io.livekube.core.listwatch;

import io.livekube.core.model.KubeObject;

/// Receiver of the decoded objects of a page.
interface PageSink {
    void object(KubeObject object);

    /// An object had to be skipped.
    void undecodable(String reason);

    /// Another page follows; called as soon as that is known.
    void nextPage(String continueToken);
}
