package io.livekube.hub;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/// How long tests wait for what must eventually happen: longer than a busy machine pauses, shorter than a test's
/// timeout.
public final class TestingPatience {
    private static final Duration MOST = Duration.ofSeconds(40);

    private TestingPatience() {}

    public static ConditionFactory await() {
        return Awaitility.await().atMost(MOST);
    }

    public static ConditionFactory await(String what) {
        return Awaitility.await(what).atMost(MOST);
    }
}
