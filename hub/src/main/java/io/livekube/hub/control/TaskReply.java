package io.livekube.hub.control;

import io.livekube.protocol.TaskResult;
import io.livekube.protocol.json.ContentCoding;

/// Reply of the agent to a task.
public sealed interface TaskReply {
    /// A result in JSON.
    record Result(TaskResult result) implements TaskReply {}

    /// What the task fetched, as received: a Kubernetes list, or a line of metadata and a document from the API
    /// server; compressed.
    final class Payload implements TaskReply {
        private final byte[] body;
        private final ContentCoding coding;

        /// @param body not copied, must not be modified
        public Payload(byte[] body, ContentCoding coding) {
            this.body = body;
            this.coding = coding;
        }

        public byte[] body() {
            return body;
        }

        public ContentCoding coding() {
            return coding;
        }
    }
}
