package io.livekube.testkit.fault;

import java.util.Optional;

/// A LIST answer kept for later: recorded with [Faults#recordList], then replayed, or its resourceVersion put
/// upon later answers. The last one recorded counts.
public final class ListRecording {

    private Optional<byte[]> body = Optional.empty();
    private Optional<String> resourceVersion = Optional.empty();

    /// The list's own resourceVersion, once one was recorded.
    public synchronized Optional<String> resourceVersion() {
        return resourceVersion;
    }

    synchronized Optional<byte[]> body() {
        return body.map(byte[]::clone);
    }

    synchronized void keep(byte[] answered, String version) {
        body = Optional.of(answered.clone());
        resourceVersion = Optional.of(version);
    }
}
