package io.livekube.protocol;

import java.util.List;

/// What became of a [Task]. The objects of a fetch travel as a stream of their own, see docs/protocol.md.
public sealed interface TaskResult {
    /// It is done, and there is nothing to tell.
    record Done() implements TaskResult {}

    /// It can't be done.
    ///
    /// @param status as the API server would say it: 403, 404, 504 …
    /// @param reason what happened, in one sentence
    record Failed(int status, String reason) implements TaskResult {
        public Failed {
            if (status < 400 || status > 599) {
                throw new IllegalArgumentException("a failure has a status from 400 to 599, got " + status);
            }
        }
    }

    /// The version of a kind, answer to [Task.Version].
    record Version(long resourceVersion) implements TaskResult {}

    /// What an agent holds, answer to [Task.Report].
    ///
    /// @param heapUsed bytes of its heap in use
    /// @param heapMax bytes that its heap may have
    record Report(long heapUsed, long heapMax, List<KindMemory> kinds) implements TaskResult {
        public Report {
            kinds = List.copyOf(kinds);
        }
    }

    /// One kind's part of it.
    ///
    /// @param resource as `pods` or `deployments.apps`
    /// @param bytes that its objects take in memory
    record KindMemory(String resource, int objects, long bytes, List<LargeObject> largest) {
        public KindMemory {
            largest = List.copyOf(largest);
        }
    }

    /// An object that takes much.
    ///
    /// @param jsonBytes of its JSON text, unpacked
    record LargeObject(String namespace, String name, long bytes, long jsonBytes) {}
}
