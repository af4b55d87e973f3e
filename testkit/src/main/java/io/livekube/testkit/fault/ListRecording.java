package io.livekube.testkit.fault;

import java.util.Optional;

/// Recorded LIST response: recorded with [Faults#recordList], then replayed, or its resourceVersion inserted
/// into later responses. The last recorded response counts.
public final class ListRecording {

    private Optional<byte[]> body = Optional.empty();
    private Optional<String> resourceVersion = Optional.empty();

    /// The list's own resourceVersion, once a list has been recorded.
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
