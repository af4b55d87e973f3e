package io.livekube.core.informer;

import io.livekube.core.informer.ModelServer.Event;
import io.livekube.core.informer.ModelServer.Item;
import io.livekube.core.informer.ModelStream.Frame;
import io.livekube.core.informer.Weather.Fault;
import io.livekube.core.model.KubeObject;
import io.livekube.core.store.Change;
import io.livekube.core.store.Digest;
import io.livekube.core.store.Snapshot;
import io.livekube.core.store.Store;
import io.livekube.core.watch.Action;
import io.livekube.core.watch.Failure;
import io.livekube.core.watch.ListRequest;
import io.livekube.core.watch.ListTier;
import io.livekube.core.watch.Reflector;
import io.livekube.core.watch.ReflectorConfig;
import io.livekube.core.watch.ReflectorConfig.InitialList;
import io.livekube.core.watch.ReflectorSink;
import io.livekube.core.watch.Report;
import io.livekube.core.watch.Signal;
import io.livekube.core.watch.WatchRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// One history of a server, its faults and a cache that follows it, all decided by a seed, on a clock of its own.
///
/// First a stormy time, in which the cache may be behind but never wrong: what it holds is exactly what the server had
/// at the cache's version. Then the weather clears up, and the cache must catch up within [#PATIENCE].
final class FollowSchedule {
    /// What it may take at most: the longest wait after a 403, and watches that say nothing until they are given up.
    private static final Duration PATIENCE = Duration.ofMinutes(40);
    private static final Duration STEADY = Duration.ofMinutes(4);
    /// No more requests than this within ten seconds, pages but the first not counted.
    private static final int MOST_REQUESTS = 32;
    private static final Duration WINDOW = Duration.ofSeconds(10);

    private final Random random;
    private final ModelServer server;
    private final Store store = new Store("model");
    private final Reflector reflector;
    private final List<ModelHandler> handlers = new ArrayList<>();
    private final Deque<Instant> requests = new ArrayDeque<>();
    private final Set<String> missed = new HashSet<>();
    private final List<Signal> told = new ArrayList<>();
    private final Optional<List<String>> trace;
    private final boolean busyCluster;
    private final boolean refusesTheFuture;
    private final int mannerOfGone;
    private Weather weather = Weather.FAIR;
    private Instant weatherUntil = Instant.EPOCH;
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private @Nullable ModelStream stream;
    private boolean dead;
    private Optional<ListTier> asking = Optional.empty();
    private boolean removed;
    private long seenEpoch;
    private long seenVersion;
    private int steps;

    FollowSchedule(long seed, boolean traced) {
        this.random = new Random(seed * 7_919 + 17);
        this.trace = traced ? Optional.of(new ArrayList<>()) : Optional.empty();
        this.server = new ModelServer(random);
        this.busyCluster = random.nextBoolean();
        this.refusesTheFuture = random.nextBoolean();
        this.mannerOfGone = random.nextInt(3);
        for (int i = random.nextInt(12); i > 0; i--) {
            server.write(true);
        }
        handlers.add(new ModelHandler(store, now));
        var writer = new CacheWriter(store, server.format(), "", new ReentrantLock(), this::offer);
        this.reflector = new Reflector(config(), new Noting(writer), random, now);
    }

    private ReflectorConfig config() {
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
            handler.settle(store, now);
        }
        require(store.digest().equals(Digest.of(store.list())), "the digest is not that of the content");
        return reflector.report();
    }

    int steps() {
        return steps;
    }

    /// The last things that happened.
    String trace() {
        List<String> all = trace.orElse(List.of());
        return String.join("\n  ", all.subList(Math.max(0, all.size() - 60), all.size()));
    }

    // ---- the two times

    private void storm() {
        Instant end = now.plusSeconds(30 + random.nextInt(900));
        int most = 40 + random.nextInt(160);
        for (int i = 0; i < most && now.isBefore(end); i++) {
            if (now.isAfter(weatherUntil)) {
                weather = Weather.next(random);
                weatherUntil = now.plusSeconds(1 + random.nextInt(90));
                note(weather::toString);
            }
            happen();
            step();
        }
    }

    private void clearUp() {
        weather = Weather.FAIR;
        note(() -> "fair weather");
        Instant latest = now.plus(PATIENCE);
        while (!caughtUp()) {
            require(now.isBefore(latest), "the cache did not catch up within " + PATIENCE);
            server.mend();
            step();
        }
        Instant end = now.plus(STEADY);
        while (now.isBefore(end)) {
            step();
            require(caughtUp(), "the cache had caught up, but did not stay so");
        }
    }

    private boolean caughtUp() {
        return store.resourceVersion() <= server.version()
                && server.after(store.resourceVersion()).isEmpty()
                && store.list().size() == server.items().size()
                && server.items().stream().allMatch(item -> item.readable() && holds(store.snapshot(), item))
                && reflector.synced();
    }

    private static boolean holds(Snapshot snapshot, Item item) {
        KubeObject wanted = item.object();
        return snapshot.get(wanted.namespace(), wanted.name())
                .filter(held -> held.resourceVersion() == wanted.resourceVersion()
                        && held.sameUid(wanted)
                        && held.contentHash() == wanted.contentHash())
                .isPresent();
    }

    /// What others do meanwhile.
    private void happen() {
        switch (random.nextInt(24)) {
            case 0, 1, 2, 3, 4, 5, 6, 7 -> note(server.write(random.nextInt(40) != 0));
            case 8 -> note(server.compact());
            case 9 -> {
                if (random.nextInt(4) == 0) {
                    note(server.restore(store.resourceVersion()));
                    breakOff();
                }
            }
            case 10 -> {
                if (handlers.size() < 4) {
                    handlers.add(new ModelHandler(store, now));
                }
            }
            default -> {
                ModelHandler handler = handlers.get(random.nextInt(handlers.size()));
                for (int i = random.nextInt(3); i > 0; i--) {
                    handler.tell(now);
                }
            }
        }
    }

    private void breakOff() {
        if (stream != null) {
            on(new Signal.Failed(new Failure.Transient("the server restarted")));
        }
    }

    // ---- the shell

    private void step() {
        steps++;
        Action action = reflector.next(now);
        note(() -> now + " " + action);
        if (!(action instanceof Action.KeepReading)) {
            stream = null;
        }
        switch (action) {
            case Action.FetchPage(ListRequest request) -> fetch(request);
            case Action.OpenWatch(WatchRequest request) -> open(request);
            case Action.KeepReading(Instant deadline) -> read(deadline);
            case Action.Wait(Instant until) -> await(until);
            case Action.Stop() -> throw new AssertionError("stopped by itself");
        }
        server.followed(store.resourceVersion());
        check();
    }

    private void await(Instant until) {
        Duration left = Duration.between(now, until);
        now = weather == Weather.FAIR || random.nextInt(3) == 0
                ? until
                : now.plusMillis(1 + (long) (random.nextDouble() * left.toMillis()));
        relistIfAsked();
    }

    private void relistIfAsked() {
        if (weather.strikes(Fault.RELIST, random)) {
            // A LIST and the watch behind it are then not the reflector's doing.
            requests.pollFirst();
            requests.pollFirst();
            on(new Signal.Relist("someone asked"));
        }
    }

    private void asked(boolean first) {
        if (first) {
            requests.add(now);
            while (requests.getFirst().isBefore(now.minus(WINDOW))) {
                requests.removeFirst();
            }
            require(requests.size() <= MOST_REQUESTS, () -> requests.size() + " requests within " + WINDOW);
        }
        if (busyCluster) {
            server.tick();
        }
        now = now.plusMillis(5 + random.nextInt(weather == Weather.FAIR ? 20 : 300));
        relistIfAsked();
    }

    private void fetch(ListRequest request) {
        asked(request.continueToken().isEmpty());
        asking = Optional.of(request.tier());
        Optional<Failure> failure = refused();
        if (failure.isPresent()) {
            fail(failure.get());
            return;
        }
        Signal answer = server.list(request, weather.strikes(Fault.STALE_LIST, random));
        if (answer instanceof Signal.Page && random.nextInt(50) == 0) {
            on(new Signal.Undecodable("an item of the list"));
        }
        on(answer);
    }

    private void fail(Failure failure) {
        on(new Signal.Failed(failure));
        if (failure instanceof Failure.NotServed && weather.strikes(Fault.REMOVED, random)) {
            for (Item item : List.copyOf(server.items())) {
                note(server.delete(item.key()));
            }
            if (server.items().isEmpty()) {
                on(new Signal.Removed());
                removed = reflector.synced();
            }
        }
    }

    private void open(WatchRequest request) {
        asked(true);
        asking = Optional.empty();
        Optional<Failure> failure = weather.strikes(Fault.WATCH_EXPIRED, random)
                ? Optional.of(new Failure.Expired("410 for a watch"))
                : refused();
        boolean ahead = !request.initialEvents() && request.resourceVersion() > server.version();
        boolean gone = !request.initialEvents() && !ahead && !server.remembers(request.resourceVersion());
        if (failure.isEmpty() && ahead && refusesTheFuture) {
            failure = Optional.of(new Failure.TooLarge("too large"));
        }
        if (failure.isEmpty() && gone && mannerOfGone == 0) {
            failure = Optional.of(new Failure.Expired("410 as an answer"));
        }
        if (failure.isPresent()) {
            fail(failure.get());
            return;
        }
        on(new Signal.WatchOpened());
        if (gone && mannerOfGone == 1) {
            on(new Signal.WatchEnded());
        } else if (reflector.next(now) instanceof Action.KeepReading) {
            told.clear();
            dead = false;
            stream = request.initialEvents()
                    ? ModelStream.withInitialEvents(server, random, now, request.timeout())
                    : ModelStream.from(server, request.resourceVersion(), now, request.timeout());
        }
    }

    private Optional<Failure> refused() {
        if (weather.strikes(Fault.EXPIRED, random)) {
            return Optional.of(new Failure.Expired("410"));
        } else if (weather.strikes(Fault.TOO_LARGE, random)) {
            return Optional.of(new Failure.TooLarge("504"));
        } else if (weather.strikes(Fault.THROTTLED, random)) {
            return Optional.of(new Failure.Throttled(Duration.ofSeconds(random.nextInt(400)), "429"));
        } else if (weather.strikes(Fault.TIMED_OUT, random)) {
            now = now.plusSeconds(60);
            return Optional.of(new Failure.TimedOut("no answer"));
        } else if (weather.strikes(Fault.TRANSIENT, random)) {
            return Optional.of(new Failure.Transient("500"));
        } else if (weather.strikes(Fault.UNAUTHORIZED, random)) {
            return Optional.of(new Failure.Unauthorized("401"));
        } else if (weather.strikes(Fault.FORBIDDEN, random)) {
            return Optional.of(new Failure.Forbidden("403"));
        } else if (weather.strikes(Fault.NOT_SERVED, random) || weather.strikes(Fault.REMOVED, random)) {
            return Optional.of(new Failure.NotServed("404"));
        } else if (weather.strikes(Fault.REJECTED, random)) {
            return Optional.of(new Failure.Rejected("400"));
        }
        return Optional.empty();
    }

    // ---- the open watch

    private void read(Instant deadline) {
        ModelStream open = stream;
        if (open == null) {
            throw new AssertionError("asked to keep reading without an open watch");
        }
        if (dead || weather.strikes(Fault.DEAF, random)) {
            dead |= random.nextBoolean();
            pass(deadline, deadline);
        } else if (weather.strikes(Fault.CLOSED, random) || open.over(now)) {
            on(new Signal.WatchEnded());
        } else if (weather.strikes(Fault.CUT, random)) {
            on(new Signal.Failed(new Failure.Transient("cut")));
        } else {
            Optional<Frame> frame = open.next(
                    now, !weather.strikes(Fault.NO_BOOKMARKS, random), !weather.strikes(Fault.NO_END_BOOKMARK, random));
            if (frame.isPresent()) {
                now = now.plusMillis(1);
                deliver(frame.get());
                if (weather.strikes(Fault.CLOSED_AFTER_FRAME, random)) {
                    on(new Signal.WatchEnded());
                }
            } else {
                pass(open.wakes(), deadline);
            }
        }
    }

    /// Nothing comes until then, or until it is too late.
    private void pass(Instant until, Instant deadline) {
        Instant next = weather == Weather.FAIR ? until : now.plusMillis(1 + random.nextInt(40_000));
        if (next.isBefore(deadline)) {
            now = next.isAfter(now) ? next : now.plusMillis(1);
        } else {
            now = deadline;
            on(new Signal.DeadlinePassed());
        }
    }

    private void deliver(Frame frame) {
        Signal signal = switch (frame) {
            case Frame.Gone() -> new Signal.Failed(new Failure.Expired("410 as an event"));
            case Frame.Bookmark(long version, boolean end) -> new Signal.Bookmark(version, end);
            case Frame.Changed(Event event) -> signal(event);
        };
        on(signal);
        if (signal instanceof Signal.Failed) {
            return;
        }
        if (reflector.synced()) {
            told.add(signal);
        }
        if (!told.isEmpty() && weather.strikes(Fault.REPEATED, random)) {
            on(told.get(random.nextInt(told.size())));
        }
    }

    private Signal signal(Event event) {
        Item item = event.item();
        if (!item.readable() || weather.strikes(Fault.UNREADABLE_FRAME, random)) {
            missed.add(item.key());
            return new Signal.Undecodable(item.key());
        }
        return event.deletion() ? new Signal.Deleted(item.object()) : new Signal.Applied(item.object());
    }

    private void on(Signal signal) {
        note(() -> now + "   " + describe(signal));
        reflector.on(signal, now);
    }

    private static String describe(Signal signal) {
        return signal instanceof Signal.Page(List<KubeObject> items, long version, String token, long bytes)
                ? "Page " + items + " @" + version + " continue '" + token + "', " + bytes + " bytes"
                : signal.toString();
    }

    // ---- what must hold all the time

    private void check() {
        Snapshot snapshot = store.snapshot();
        if (snapshot.epoch() == seenEpoch) {
            require(
                    Long.compareUnsigned(snapshot.resourceVersion(), seenVersion) >= 0,
                    () -> "the version went back from %d to %d".formatted(seenVersion, snapshot.resourceVersion()));
        }
        seenEpoch = snapshot.epoch();
        seenVersion = snapshot.resourceVersion();
        if (!reflector.synced() || removed) {
            require(snapshot.size() == 0, "the cache holds something although nothing is known");
            return;
        }
        require(
                server.statesAt(snapshot.resourceVersion()).stream().anyMatch(state -> matches(snapshot, state)),
                () -> "the cache holds %s at %d, which the server never had"
                        .formatted(snapshot.list(), snapshot.resourceVersion()));
    }

    /// Apart from what could not be read on the way.
    private boolean matches(Snapshot snapshot, NavigableMap<String, Item> state) {
        for (Item item : state.values()) {
            if (item.readable() && !missed.contains(item.key()) && !holds(snapshot, item)) {
                return false;
            }
        }
        for (KubeObject held : snapshot.list()) {
            String key = held.key().toString();
            if (!state.containsKey(key) && !missed.contains(key)) {
                return false;
            }
        }
        return true;
    }

    private static void require(boolean condition, String otherwise) {
        require(condition, () -> otherwise);
    }

    private static void require(boolean condition, Supplier<String> otherwise) {
        if (!condition) {
            throw new AssertionError(otherwise.get());
        }
    }

    private void note(String line) {
        trace.ifPresent(lines -> lines.add(line));
    }

    private void note(Supplier<String> line) {
        trace.ifPresent(lines -> lines.add(line.get()));
    }

    private void offer(List<Change> changes) {
        handlers.forEach(handler -> handler.offer(changes));
    }

    /// Notes what the reflector puts into the cache: a whole state makes up for whatever was missed before.
    private final class Noting implements ReflectorSink {
        private final ReflectorSink cache;

        Noting(ReflectorSink cache) {
            this.cache = cache;
        }

        @Override
        public void replace(Collection<KubeObject> objects, long resourceVersion, boolean newEpoch) {
            note(() -> "    replace by " + objects + " @" + resourceVersion + (newEpoch ? " in a new epoch" : ""));
            require(
                    !newEpoch || asking.isEmpty() || asking.get().compareTo(ListTier.CURRENT) >= 0,
                    "versions went back on the word of a read that need not be current");
            removed = false;
            if (stream == null) {
                missed.clear();
            }
            cache.replace(objects, resourceVersion, newEpoch);
        }

        @Override
        public void apply(KubeObject object) {
            missed.remove(object.key().toString());
            cache.apply(object);
        }

        @Override
        public void delete(KubeObject last) {
            missed.remove(last.key().toString());
            cache.delete(last);
        }

        @Override
        public void bookmark(long resourceVersion) {
            cache.bookmark(resourceVersion);
        }
    }
}
