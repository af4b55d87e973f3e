package io.livekube.testkit.fault.http;

import java.io.IOException;

/// The peer sent something that is not HTTP/1.x.
public final class MalformedHttpException extends IOException {

    public MalformedHttpException(String message) {
        super(message);
    }
}
