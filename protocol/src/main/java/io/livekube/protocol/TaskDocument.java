package io.livekube.protocol;

import io.livekube.protocol.ProtocolException.Problem;
import java.util.Arrays;
import java.util.regex.Pattern;

/// A document of the API server, answer to [Task.Document].
///
/// On the wire it is one line of JSON that tells what it is, and then the document as the API server gave
/// it.
public final class TaskDocument {
    /// The longest first line.
    private static final int MAX_HEAD = 2_048;

    private static final Pattern TYPE = Pattern.compile("[\\x20-\\x7e]{1,200}");
    private static final Pattern ETAG = Pattern.compile("[\\x21-\\x7e]{0,300}");

    private final String type;
    private final String etag;
    private final byte[] content;

    /// @param type its media type, as the API server names it
    /// @param etag as the API server tells it, with quotes; empty if it tells none
    /// @param content is not copied, and must not be changed
    public TaskDocument(String type, String etag, byte[] content) {
        if (!TYPE.matcher(type).matches() || !ETAG.matcher(etag).matches()) {
            throw new IllegalArgumentException("not what a header can say: type '%s', etag '%s'".formatted(type, etag));
        }
        this.type = type;
        this.etag = etag;
        this.content = content;
    }

    public String type() {
        return type;
    }

    public String etag() {
        return etag;
    }

    public byte[] content() {
        return content;
    }

    public byte[] encode() {
        byte[] head = TaskCodec.written(json -> {
            json.writeStringField("Type", type);
            if (!etag.isEmpty()) {
                json.writeStringField("Etag", etag);
            }
        });
        byte[] all = Arrays.copyOf(head, head.length + 1 + content.length);
        all[head.length] = '\n';
        System.arraycopy(content, 0, all, head.length + 1, content.length);
        return all;
    }

    /// Reads one; fields of its first line that are not known are passed over.
    public static TaskDocument decode(byte[] body) throws ProtocolException {
        int end = 0;
        while (end < body.length && body[end] != '\n') {
            end++;
        }
        if (end == body.length || end > MAX_HEAD) {
            throw new ProtocolException(
                    Problem.MALFORMED, "the document has no first line that tells what it is, or a long one");
        }
        JsonText json = TaskCodec.text(Arrays.copyOf(body, end));
        var fields = new JsonFields(json, json.whole(), "the first line");
        String type = fields.text("Type");
        String etag = fields.text("Etag", "");
        if (!TYPE.matcher(type).matches() || !ETAG.matcher(etag).matches()) {
            throw fields.malformed("Type or Etag is nothing that a header can say");
        }
        return new TaskDocument(type, etag, Arrays.copyOfRange(body, end + 1, body.length));
    }
}
