package io.livekube.core.informer;

import io.livekube.core.handler.ModelHandler;
import io.livekube.core.store.Change;
import io.livekube.core.store.Store;
import io.livekube.core.watch.ReflectorConfig;
import io.livekube.core.watch.ReflectorConfig.InitialList;
import io.livekube.core.watch.ReflectorConfig.Pages;
import io.livekube.core.watch.ReflectorReport;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.ReentrantLock;

/// One history of a server, its faults and a cache that follows it, all determined by a seed, in virtual time.
///
/// Sometimes the cache has several namespaces, each followed separately.
///
/// First there is a phase with faults, in which the cache may be behind but never wrong. Then the faults end,
/// and the cache must catch up within [#PATIENCE].
final class FollowSchedule {
    /// Maximum time to catch up: the longest wait after a 403, plus silent watches until they are abandoned.
    private static final Duration PATIENCE = Duration.ofMinutes(40);
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration STEADY = Duration.ofMinutes(4);

    private static final Comparator<Follower> BY_TIME =
            Comparator.comparing(follower -> follower.loop().now());

    private final Random random;
    private final ScheduleNotes notes;
    private final ModelServer server;
    private final Store store;
    private final List<Follower> followers = new ArrayList<>();
    private final List<ModelHandler> handlers = new ArrayList<>();
    /// Whether the server was restored, and followers that were ahead could not know it yet.
    private boolean restoredUnnoticed;

    private record Follower(WatchedCache cache, ModelLoop loop) {
        boolean caughtUp() {
            return cache.caughtUp() && loop.reflector().synced();
        }

        long version() {
            return loop.reflector().report().resourceVersion();
        }

        /// Whether it still has versions that the server has not reached, and has not been told to relist.
        boolean aheadOf(ModelServer server) {
            return version() > server.version() && !cache.suspect();
        }

        void suspect() {
            cache.suspected();
            loop.relist();
        }
    }

    FollowSchedule(long seed, boolean traced) {
        this.random = new Random(seed * 7_919 + 17);
        this.notes = new ScheduleNotes(traced);
        this.server = new ModelServer(random);
        for (int i = random.nextInt(12); i > 0; i--) {
            server.write(true);
        }
        List<String> namespaces =
                seed % 4 != 3 ? List.of("") : random.nextBoolean() ? List.of("a", "b") : List.of("a", "b", "c");
        this.store = namespaces.size() > 1 ? Store.ofParts("model") : new Store("model");
        var lock = new ReentrantLock();
        var version = new CommonVersion();
        for (String namespace : namespaces) {
            int part = followers.size();
            var writer = new CacheWriter(
                    store,
                    server.format(),
                    namespace,
                    version.join(),
                    lock,
                    (changes, initial) -> tell(part, changes, initial),
                    () -> {});
            var cache = new WatchedCache(store, server, namespace, writer, notes);
            var loop = new ModelLoop(config(random), server, namespace, cache, notes, random, START);
            writer.onNewCounting(() -> {
                restoredUnnoticed = false;
                followers.stream().filter(f -> f.loop() != loop).forEach(Follower::suspect);
            });
            followers.add(new Follower(cache, loop));
        }
        handlers.add(new ModelHandler(store, now()));
    }

    /// @param part which of the followers has written
    private void tell(int part, List<Change> changes, boolean initial) {
        WatchedCache.require(
                initial != followers.get(part).cache().whole(),
                () -> "%s are told as %sof the first state".formatted(changes, initial ? "" : "not "));
        handlers.forEach(handler -> handler.offer(changes, initial));
    }

    private static ReflectorConfig config(Random random) {
        InitialList[] lists = InitialList.values();
        return ReflectorConfig.defaults()
                .withInitialList(lists[random.nextInt(lists.length)])
                .withPages(new Pages(1 + random.nextInt(5), 1));
    }

    /// Counters of what the reflectors experienced.
    List<ReflectorReport> run() {
        storm();
        clearUp();
        for (ModelHandler handler : handlers) {
            handler.settle(store, now());
        }
        WatchedCache.checkDigest(store);
        return followers.stream().map(f -> f.loop().reflector().report()).toList();
    }

    /// The last things that happened.
    String trace() {
        return notes.toString();
    }

    private void storm() {
        Instant end = now().plusSeconds(30 + random.nextInt(900));
        Instant weatherUntil = Instant.EPOCH;
        int most = 40 + random.nextInt(160);
        for (int i = 0; i < most && now().isBefore(end); i++) {
            if (now().isAfter(weatherUntil)) {
                Weather next = Weather.next(random);
                followers.forEach(f -> f.loop().weather(next));
                weatherUntil = now().plusSeconds(1 + random.nextInt(90));
            }
            happen();
            step();
        }
    }

    private void clearUp() {
        followers.forEach(f -> f.loop().weather(Weather.FAIR));
        server.forgetTokens();
        Instant latest = now().plus(PATIENCE);
        while (!caughtUp()) {
            WatchedCache.require(now().isBefore(latest), "the cache did not catch up within " + PATIENCE);
            server.mend();
            if (followers.size() > 1) {
                // A namespace whose watch was refused once receives nothing until the cluster's version advances.
                server.tick();
            }
            step();
        }
        Instant end = now().plus(STEADY);
        while (now().isBefore(end)) {
            step();
            WatchedCache.require(caughtUp(), "the cache had caught up, but did not stay so");
        }
    }

    private boolean caughtUp() {
        return followers.stream().allMatch(Follower::caughtUp);
    }

    /// The follower that is furthest behind in time makes the next step.
    private void step() {
        Follower next = followers.stream().min(BY_TIME).orElseThrow();
        next.loop().step();
        server.followed(versionsAhead());
        if (versionsAhead().isEmpty()) {
            restoredUnnoticed = false;
        }
        followers.forEach(f -> f.cache().check(f.loop().reflector().synced()));
        if (followers.size() > 1 && store.resourceVersion() != 0 && !restoredUnnoticed) {
            checkClaim(store.resourceVersion());
        }
    }

    private List<Long> versionsAhead() {
        return followers.stream()
                .filter(f -> f.aheadOf(server))
                .map(Follower::version)
                .toList();
    }

    /// The state of all namespaces together has to be correct in one and the same history of the server.
    private void checkClaim(long version) {
        BitSet common = followers.getFirst().cache().trueIn(version);
        followers.forEach(f -> common.and(f.cache().trueIn(version)));
        WatchedCache.require(
                !common.isEmpty(), () -> "the cache claims version %d, but holds %s".formatted(version, store.list()));
    }

    private Instant now() {
        return followers.stream().min(BY_TIME).orElseThrow().loop().now();
    }

    /// What others do meanwhile.
    private void happen() {
        switch (random.nextInt(24)) {
            case 0, 1, 2, 3, 4, 5, 6, 7 -> notes.add(server.write(random.nextInt(40) != 0));
            case 8 -> notes.add(server.compact());
            case 9 -> {
                if (random.nextInt(4) == 0) {
                    notes.add(server.restore());
                    server.followed(versionsAhead());
                    restoredUnnoticed = !versionsAhead().isEmpty();
                    // A watch from the future may continue: it is silent until its version is reached.
                    followers.stream()
                            .filter(f -> !f.aheadOf(server) || random.nextInt(3) != 0)
                            .forEach(f -> f.loop().breakOff());
                }
            }
            case 10 -> {
                if (handlers.size() < 4) {
                    handlers.add(new ModelHandler(store, now()));
                }
            }
            default -> {
                ModelHandler handler = handlers.get(random.nextInt(handlers.size()));
                for (int i = random.nextInt(3); i > 0; i--) {
                    handler.tell(now());
                }
            }
        }
    }
}
