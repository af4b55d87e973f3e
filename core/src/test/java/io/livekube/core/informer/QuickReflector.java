package io.livekube.core.informer;

import io.livekube.core.Backoff;
import io.livekube.core.watch.ReflectorConfig;
import io.livekube.core.watch.ReflectorConfig.InitialList;
import io.livekube.core.watch.ReflectorConfig.Pages;
import io.livekube.core.watch.ReflectorConfig.Watches;
import java.time.Duration;
import java.util.Optional;

/// A reflector whose waits are short enough for tests.
///
/// @param silence how long a watch may say nothing
/// @param initialSilence how long the next of the initial events, or their end, is waited for
record QuickReflector(InitialList initialList, int pageSize, Duration silence, Duration initialSilence) {
    private static final Duration AMPLE = Duration.ofSeconds(60);
    static final QuickReflector LIST = new QuickReflector(InitialList.LIST, 500, AMPLE, AMPLE);
    static final QuickReflector WATCH_LIST = new QuickReflector(InitialList.WATCH_LIST, 500, AMPLE, AMPLE);
    static final QuickReflector CACHED_LIST = new QuickReflector(InitialList.CACHED_LIST, 500, AMPLE, AMPLE);

    QuickReflector withPages(int size) {
        return new QuickReflector(initialList, size, silence, initialSilence);
    }

    QuickReflector withSilence(Duration limit) {
        return new QuickReflector(initialList, pageSize, limit, initialSilence);
    }

    QuickReflector withInitialSilence(Duration limit) {
        return new QuickReflector(initialList, pageSize, silence, limit);
    }

    ReflectorConfig config() {
        Duration timeout = Duration.ofMinutes(5);
        return ReflectorConfig.defaults()
                .withInitialList(initialList)
                .withPages(new Pages(pageSize, Math.min(pageSize, 5)))
                .withWatches(new Watches(timeout, timeout, Duration.ofSeconds(1), silence, initialSilence))
                .withBackoff(
                        Backoff.doubling(Duration.ofMillis(10), Duration.ofMillis(100))
                                .withJitter(1),
                        Backoff.doubling(Duration.ofMillis(100), Duration.ofMillis(750))
                                .withJitter(1));
    }

    InformerConfig informers() {
        return InformerConfig.defaults()
                .withReflector(config())
                .withAudit(Optional.empty())
                .withAuditSettle(Duration.ofMillis(100));
    }
}
