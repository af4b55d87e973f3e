package io.livekube.core.informer;

import io.livekube.core.store.Store;
import io.livekube.core.watch.ReflectorConfig;
import io.livekube.core.watch.ReflectorConfig.InitialList;
import io.livekube.core.watch.Report;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.ReentrantLock;

/// One history of a server, its faults and a cache that follows it, all decided by a seed, on a clock of
/// its own.
///
/// First a stormy time, in which the cache may be behind but never wrong. Then the weather clears up, and
/// the cache must catch up within [#PATIENCE].
final class FollowSchedule {
    /// What it may take at most: the longest wait after a 403, and watches that say nothing until they are
    /// given up.
    private static final Duration PATIENCE = Duration.ofMinutes(40);
    private static final Duration STEADY = Duration.ofMinutes(4);

    private final Random random;
    private final ScheduleNotes notes;
    private final ModelServer server;
    private final Store store = new Store("model");
    private final WatchedCache cache;
    private final ModelLoop loop;
    private final List<ModelHandler> handlers = new ArrayList<>();

    FollowSchedule(long seed, boolean traced) {
        this.random = new Random(seed * 7_919 + 17);
        this.notes = new ScheduleNotes(traced);
        this.server = new ModelServer(random);
        for (int i = random.nextInt(12); i > 0; i--) {
            server.write(true);
        }
        var writer = new CacheWriter(
                store,
                server.format(),
                "",
                new ReentrantLock(),
                (changes, initial) -> handlers.forEach(handler -> handler.offer(changes, initial)),
                () -> {});
        this.cache = new WatchedCache(store, server, writer, notes);
        this.loop = new ModelLoop(config(random), server, cache, notes, random, Instant.parse("2026-01-01T00:00:00Z"));
        handlers.add(new ModelHandler(store, loop.now()));
    }

    private static ReflectorConfig config(Random random) {
        ReflectorConfig d = ReflectorConfig.defaults();
        InitialList[] lists = InitialList.values();
        return new ReflectorConfig(
                lists[random.nextInt(lists.length)],
                1 + random.nextInt(5),
                1,
                d.watchTimeoutMin(),
                d.watchTimeoutMax(),
                d.watchGrace(),
                d.silenceLimit(),
                d.initialEventsSilence(),
                d.watchListBlocked(),
                d.backoffInitial(),
                d.backoffCap(),
                d.backoffReset(),
                d.deniedInitial(),
                d.deniedCap());
    }

    /// What the reflector went through.
    Report run() {
        storm();
        clearUp();
        for (ModelHandler handler : handlers) {
            handler.settle(store, loop.now());
        }
        cache.checkDigest();
        return loop.reflector().report();
    }

    /// The last things that happened.
    String trace() {
        return notes.toString();
    }

    private void storm() {
        Instant end = loop.now().plusSeconds(30 + random.nextInt(900));
        Instant weatherUntil = Instant.EPOCH;
        int most = 40 + random.nextInt(160);
        for (int i = 0; i < most && loop.now().isBefore(end); i++) {
            if (loop.now().isAfter(weatherUntil)) {
                loop.weather(Weather.next(random));
                weatherUntil = loop.now().plusSeconds(1 + random.nextInt(90));
            }
            happen();
            step();
        }
    }

    private void clearUp() {
        loop.weather(Weather.FAIR);
        Instant latest = loop.now().plus(PATIENCE);
        while (!caughtUp()) {
            WatchedCache.require(loop.now().isBefore(latest), "the cache did not catch up within " + PATIENCE);
            server.mend();
            step();
        }
        Instant end = loop.now().plus(STEADY);
        while (loop.now().isBefore(end)) {
            step();
            WatchedCache.require(caughtUp(), "the cache had caught up, but did not stay so");
        }
    }

    private boolean caughtUp() {
        return cache.caughtUp() && loop.reflector().synced();
    }

    private void step() {
        loop.step();
        server.followed(store.resourceVersion());
        cache.check(loop.reflector().synced());
    }

    /// What others do meanwhile.
    private void happen() {
        switch (random.nextInt(24)) {
            case 0, 1, 2, 3, 4, 5, 6, 7 -> notes.add(server.write(random.nextInt(40) != 0));
            case 8 -> notes.add(server.compact());
            case 9 -> {
                if (random.nextInt(4) == 0) {
                    notes.add(server.restore(store.resourceVersion()));
                    loop.breakOff();
                }
            }
            case 10 -> {
                if (handlers.size() < 4) {
                    handlers.add(new ModelHandler(store, loop.now()));
                }
            }
            default -> {
                ModelHandler handler = handlers.get(random.nextInt(handlers.size()));
                for (int i = random.nextInt(3); i > 0; i--) {
                    handler.tell(loop.now());
                }
            }
        }
    }
}
