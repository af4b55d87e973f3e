package io.livekube.protocol;

import java.util.regex.Pattern;

/// Document of an API server, such as its OpenAPI specification: result of a [Task.Document].
public final class TaskDocument {
    private static final Pattern TYPE = Pattern.compile("[\\x20-\\x7e]{1,200}");
    private static final Pattern ETAG = Pattern.compile("[\\x21-\\x7e]{0,300}");

    private final String type;
    private final String etag;
    private final byte[] content;

    /// @param type its media type, as the API server names it
    /// @param etag as the API server sends it, with quotes; empty if it sends none
    /// @param content not copied; must not be modified
    public TaskDocument(String type, String etag, byte[] content) {
        if (!TYPE.matcher(type).matches() || !ETAG.matcher(etag).matches()) {
            throw new IllegalArgumentException("type '%s' or etag '%s' is not a header value".formatted(type, etag));
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
}
