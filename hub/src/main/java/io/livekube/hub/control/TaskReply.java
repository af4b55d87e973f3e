package io.livekube.hub.control;

import io.livekube.protocol.TaskResult;
import io.livekube.protocol.json.ContentCoding;

/// Reply of the agent to a task.
public sealed interface TaskReply {
    /// A result in JSON.
    record Result(TaskResult result) implements TaskReply {}

    /// Objects of a fetch, as they came over the wire: a Kubernetes list in JSON, compressed.
    final class Objects implements TaskReply {
        private final byte[] body;
        private final ContentCoding coding;

        /// @param body is not copied, and must not be changed
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

    /// Document of the API server, as received: a line that describes it and the document,
    /// compressed.
    final class Document implements TaskReply {
        private final byte[] body;
        private final ContentCoding coding;

        /// @param body is not copied, and must not be changed
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
