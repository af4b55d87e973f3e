package io.livekube.simulator;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// Keeps Awaitility from reporting an exception in another test's thread to the test that is waiting.
///
/// JUnit discovers this extension. The modules that may use the testkit have its check of uncaught exceptions
/// instead.
public final class OwnExceptionsOnly implements BeforeAllCallback {
    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.doNotCatchUncaughtExceptionsByDefault();
    }
}
