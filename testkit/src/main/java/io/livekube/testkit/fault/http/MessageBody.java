package io.livekube.testkit.fault.http;

import java.io.InputStream;
import java.util.Optional;
import java.util.OptionalLong;

/// Body of a message without its framing; reading throws if the body is truncated.
///
/// @param length from `Content-Length`, if present
public record MessageBody(InputStream bytes, OptionalLong length) {

    private static MessageBody empty() {
        return new MessageBody(InputStream.nullInputStream(), OptionalLong.of(0));
    }

    public static MessageBody ofRequest(RequestHead head, HttpInput in) throws MalformedHttpException {
        if (head.headers().lists("Transfer-Encoding", "chunked")) {
            return new MessageBody(new ChunkedInput(in), OptionalLong.empty());
        }
        Optional<String> length = head.headers().first("Content-Length");
        return length.isPresent() ? ofLength(length.get(), in) : empty();
    }

    public static MessageBody ofResponse(String requestMethod, HttpResponseHead head, HttpInput in)
            throws MalformedHttpException {
        if (requestMethod.equals("HEAD") || head.status() == 204 || head.status() == 304) {
            return empty();
        }
        if (head.headers().lists("Transfer-Encoding", "chunked")) {
            return new MessageBody(new ChunkedInput(in), OptionalLong.empty());
        }
        Optional<String> length = head.headers().first("Content-Length");
        return length.isPresent() ? ofLength(length.get(), in) : new MessageBody(in, OptionalLong.empty());
    }

    private static MessageBody ofLength(String length, HttpInput in) throws MalformedHttpException {
        try {
            long n = Long.parseUnsignedLong(length);
            return new MessageBody(new LengthInput(in, n), OptionalLong.of(n));
        } catch (NumberFormatException e) {
            throw new MalformedHttpException("not a Content-Length: \"" + length + "\"");
        }
    }
}
