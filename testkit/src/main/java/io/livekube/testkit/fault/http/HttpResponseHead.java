package io.livekube.testkit.fault.http;

import java.nio.charset.StandardCharsets;

/// A status line and its header fields.
public record HttpResponseHead(int status, String reason, Headers headers) {

    static HttpResponseHead parse(String line, Headers headers) throws MalformedHttpException {
        String[] parts = line.split(" ", 3);
        if (parts.length < 2 || !parts[0].startsWith("HTTP/1.") || !parts[1].matches("[1-5][0-9][0-9]")) {
            throw new MalformedHttpException("not an HTTP/1.x status line: \"" + line + "\"");
        }
        return new HttpResponseHead(Integer.parseInt(parts[1]), parts.length == 3 ? parts[2] : "", headers);
    }

    public boolean successful() {
        return status / 100 == 2;
    }

    public HttpResponseHead with(Headers changed) {
        return new HttpResponseHead(status, reason, changed);
    }

    public byte[] encode() {
        var head = new StringBuilder("HTTP/1.1 ")
                .append(status)
                .append(' ')
                .append(reason)
                .append("\r\n");
        headers.appendTo(head);
        return head.toString().getBytes(StandardCharsets.ISO_8859_1);
    }
}
