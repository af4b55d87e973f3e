package io.livekube.hub;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/// How long tests wait for an expected outcome: longer than a busy machine pauses, shorter than the timeout of
/// a test.
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
