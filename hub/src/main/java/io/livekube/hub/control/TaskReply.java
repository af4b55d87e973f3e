package io.livekube.hub.control;

import io.livekube.protocol.TaskResult;
import io.livekube.protocol.json.ContentCoding;

/// What came back for a task.
public sealed interface TaskReply {
    /// A result.
    record Result(TaskResult result) implements TaskReply {}

    /// The objects of a fetch, as they came over the wire: a Kubernetes list in JSON, packed.
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

    /// A document of the API server, as it came over the wire: packed, behind a line that tells what it is.
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
