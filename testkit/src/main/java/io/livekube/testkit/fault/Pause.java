package io.livekube.testkit.fault;

import java.io.InterruptedIOException;
import java.time.Duration;

/// Scripted waiting, ended early only by the proxy's close.
final class Pause {

    private Pause() {}

    static void of(Duration duration) throws InterruptedIOException {
        if (duration.isZero()) {
            return;
        }
        try {
            Thread.sleep(duration);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the proxy was closed during a scripted pause");
        }
    }
}
