package io.livekube.hub.control;

import io.livekube.protocol.TaskResult;
import io.livekube.protocol.json.ContentCoding;

/// Reply of the agent to a task.
public sealed interface TaskReply {
    /// A result in JSON.
    record Result(TaskResult result) implements TaskReply {}

    /// Objects of a fetch, as received: a Kubernetes list in JSON, compressed.
    final class Objects implements TaskReply {
        private final byte[] body;
        private final ContentCoding coding;

        /// @param body not copied, must not be modified
        public Objects(byte[] body, ContentCoding coding) {
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

    /// Document from the API server, as received: a line of metadata and the document, compressed.
    final class Document implements TaskReply {
        private final byte[] body;
        private final ContentCoding coding;

        /// @param body not copied, must not be modified
        public Document(byte[] body, ContentCoding coding) {
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
