package io.livekube.protocol;

import java.util.List;

/// Result of a [Task]. Objects of a fetch are sent as a separate stream, see docs/protocol.md.
public sealed interface TaskResult {
    /// Done, without further information.
    record Done() implements TaskResult {}

    /// Failed.
    ///
    /// @param status HTTP status, as the API server would return it: 403, 404, 504 …
    /// @param reason what happened, in one sentence
    record Failed(int status, String reason) implements TaskResult {
        public Failed {
            if (status < 400 || status > 599) {
                throw new IllegalArgumentException(
                        "the status of a failure must be between 400 and 599, got " + status);
            }
        }
    }

    /// Version of a kind; result of [Task.Version].
    record Version(long resourceVersion) implements TaskResult {}

    /// Memory of an agent; result of [Task.Report].
    ///
    /// @param heapUsed used bytes of its heap
    /// @param heapMax maximum bytes of its heap
    record Report(long heapUsed, long heapMax, List<KindMemory> kinds) implements TaskResult {
        public Report {
            kinds = List.copyOf(kinds);
        }
    }

    /// Memory of one kind.
    ///
    /// @param resource as `pods` or `deployments.apps`
    /// @param bytes memory that its objects take
    record KindMemory(String resource, int objects, long bytes, List<LargeObject> largest) {
        public KindMemory {
            largest = List.copyOf(largest);
        }
    }

    /// A large object.
    ///
    /// @param jsonBytes size of its JSON text, uncompressed
    record LargeObject(String namespace, String name, long bytes, long jsonBytes) {}
}
