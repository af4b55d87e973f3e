package io.livekube.simulator;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// Keeps Awaitility from blaming whichever test happens to wait for an exception in a thread of another one.
///
/// JUnit discovers this extension. The modules that may use the testkit have its check of uncaught exceptions instead.
public final class OwnExceptionsOnly implements BeforeAllCallback {
    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.doNotCatchUncaughtExceptionsByDefault();
    }
}
