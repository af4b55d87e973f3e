package io.livekube.core.informer;

import io.livekube.core.watch.ReflectorConfig;
import io.livekube.core.watch.ReflectorConfig.InitialList;
import io.livekube.core.watch.ReflectorConfig.Pages;
import io.livekube.core.watch.ReflectorConfig.Waits;
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
                .withWaits(
                        new Waits(Duration.ofMillis(20), Duration.ofMillis(200), Duration.ofMinutes(2)),
                        new Waits(Duration.ofMillis(200), Duration.ofMillis(1500), Duration.ofSeconds(3)));
    }

    InformerConfig informers() {
        return InformerConfig.defaults()
                .withReflector(config())
                .withAudit(Optional.empty())
                .withAuditSettle(Duration.ofMillis(100));
    }
}
