package io.livekube.testkit.fault.http;

import java.nio.charset.StandardCharsets;

/// A request line and its header fields.
///
/// @param target path and query as sent
public record RequestHead(String method, String target, String version, Headers headers) {

    static RequestHead parse(String line, Headers headers) throws MalformedHttpException {
        String[] parts = line.split(" ", -1);
        if (parts.length != 3 || !parts[2].startsWith("HTTP/1.")) {
            throw new MalformedHttpException("not an HTTP/1.x request line: \"" + line + "\"");
        }
        return new RequestHead(parts[0], parts[1], parts[2], headers);
    }

    /// Whether the sender expects the connection to stay open after the answer.
    public boolean keepsAlive() {
        return version.equals("HTTP/1.0")
                ? headers.lists("Connection", "keep-alive")
                : !headers.lists("Connection", "close");
    }

    public byte[] encode() {
        var head = new StringBuilder(method).append(' ').append(target).append(" HTTP/1.1\r\n");
        headers.appendTo(head);
        return head.toString().getBytes(StandardCharsets.ISO_8859_1);
    }
}
