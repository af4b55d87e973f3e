package io.livekube.core.informer;

import io.livekube.core.RequestFailure;
import io.livekube.core.informer.ModelServer.Event;
import io.livekube.core.informer.ModelServer.Item;
import io.livekube.core.informer.ModelStream.Frame;
import io.livekube.core.informer.Weather.Fault;
import io.livekube.core.model.KubeObject;
import io.livekube.core.watch.ListRequest;
import io.livekube.core.watch.Reflector;
import io.livekube.core.watch.ReflectorAction;
import io.livekube.core.watch.ReflectorConfig;
import io.livekube.core.watch.ReflectorSignal;
import io.livekube.core.watch.WatchRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// Performs a reflector's actions, as [io.livekube.core.listwatch.ReflectorLoop] does, but on a model server,
/// in virtual time, and with injected faults.
final class ModelLoop {
    /// No more requests than this within ten seconds, pages but the first not counted.
    private static final int MOST_REQUESTS = 32;
    private static final Duration WINDOW = Duration.ofSeconds(10);

    private final Random random;
    private final ModelServer server;
    private final String namespace;
    private final WatchedCache cache;
    private final ScheduleNotes notes;
    private final Reflector reflector;
    private final Deque<Instant> requests = new ArrayDeque<>();
    private final List<ReflectorSignal> told = new ArrayList<>();
    private final boolean busyCluster;
    private final boolean refusesTheFuture;
    private final int mannerOfGone;
    private Weather weather = Weather.FAIR;
    private Instant now;
    private @Nullable ModelStream stream;
    private boolean dead;
    private boolean relistDue;

    ModelLoop(
            ReflectorConfig config,
            ModelServer server,
            String namespace,
            WatchedCache cache,
            ScheduleNotes notes,
            Random random,
            Instant start) {
        this.random = random;
        this.server = server;
        this.namespace = namespace;
        this.cache = cache;
        this.notes = notes;
        this.now = start;
        this.busyCluster = random.nextBoolean();
        this.refusesTheFuture = random.nextBoolean();
        this.mannerOfGone = random.nextInt(3);
        this.reflector = new Reflector(config, cache, random, start);
    }

    Reflector reflector() {
        return reflector;
    }

    Instant now() {
        return now;
    }

    void weather(Weather next) {
        weather = next;
        notes.add(next::toString);
    }

    /// The server restarts.
    void breakOff() {
        if (stream != null) {
            on(new ReflectorSignal.Failed(new RequestFailure.Transient("the server restarted")));
        }
    }

    /// Someone else asks for a LIST, and is heard a little later.
    void relist() {
        relistDue = true;
    }

    /// Performs the reflector's next action, as far as the faults allow.
    void step() {
        if (relistDue && random.nextInt(3) != 0) {
            relistDue = false;
            relisted();
        }
        ReflectorAction action = reflector.next(now);
        notes.add(() -> now + " " + action);
        if (!(action instanceof ReflectorAction.KeepReading)) {
            stream = null;
            cache.reads(false);
        }
        switch (action) {
            case ReflectorAction.FetchPage(ListRequest request) -> fetch(request);
            case ReflectorAction.OpenWatch(WatchRequest request) -> open(request);
            case ReflectorAction.KeepReading(Instant deadline) -> read(deadline);
            case ReflectorAction.Wait(Instant until) -> await(until);
            case ReflectorAction.Stop() -> throw new AssertionError("stopped by itself");
        }
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
            relisted();
        }
    }

    private void relisted() {
        // A LIST and the watch after it are then not caused by the reflector.
        requests.pollFirst();
        requests.pollFirst();
        on(new ReflectorSignal.Relist("someone asked"));
    }

    private void asked(boolean first) {
        if (first) {
            requests.add(now);
            while (requests.getFirst().isBefore(now.minus(WINDOW))) {
                requests.removeFirst();
            }
            WatchedCache.require(
                    requests.size() <= MOST_REQUESTS, () -> requests.size() + " requests within " + WINDOW);
        }
        if (busyCluster) {
            server.tick();
        }
        now = now.plusMillis(5 + random.nextInt(weather == Weather.FAIR ? 20 : 300));
        relistIfAsked();
    }

    private void fetch(ListRequest request) {
        asked(request.continueToken().isEmpty());
        cache.asksForList(request.tier());
        Optional<RequestFailure> failure = refused();
        if (failure.isPresent()) {
            fail(failure.get());
            return;
        }
        ReflectorSignal answer = server.list(namespace, request, weather.strikes(Fault.STALE_LIST, random));
        if (answer instanceof ReflectorSignal.Page && random.nextInt(50) == 0) {
            on(new ReflectorSignal.Undecodable("an item of the list"));
        }
        on(answer);
    }

    private void fail(RequestFailure failure) {
        on(new ReflectorSignal.Failed(failure));
        if (failure instanceof RequestFailure.NotServed && weather.strikes(Fault.REMOVED, random)) {
            for (Item item : List.copyOf(server.items())) {
                notes.add(server.delete(item.key()));
            }
            if (server.items().isEmpty()) {
                on(new ReflectorSignal.Removed());
                if (reflector.synced()) {
                    cache.resourceRemoved();
                }
            }
        }
    }

    private void open(WatchRequest request) {
        asked(true);
        cache.asksForWatch();
        Optional<RequestFailure> failure = weather.strikes(Fault.WATCH_EXPIRED, random)
                ? Optional.of(new RequestFailure.Expired("410 for a watch"))
                : refused();
        boolean ahead = !request.initialEvents() && request.resourceVersion() > server.version();
        boolean gone = !request.initialEvents() && !ahead && !server.remembers(request.resourceVersion());
        if (failure.isEmpty() && ahead && refusesTheFuture) {
            failure = Optional.of(new RequestFailure.TooLarge("too large"));
        }
        if (failure.isEmpty() && gone && mannerOfGone == 0) {
            failure = Optional.of(new RequestFailure.Expired("410 as an answer"));
        }
        if (failure.isPresent()) {
            fail(failure.get());
            return;
        }
        on(new ReflectorSignal.WatchOpened());
        if (gone && mannerOfGone == 1) {
            on(new ReflectorSignal.WatchEnded());
        } else if (reflector.next(now) instanceof ReflectorAction.KeepReading) {
            told.clear();
            dead = false;
            cache.reads(true);
            stream = request.initialEvents()
                    ? ModelStream.withInitialEvents(server, namespace, random, now, request.timeout())
                    : ModelStream.from(server, namespace, request.resourceVersion(), now, request.timeout());
        }
    }

    private Optional<RequestFailure> refused() {
        if (weather.strikes(Fault.EXPIRED, random)) {
            return Optional.of(new RequestFailure.Expired("410"));
        } else if (weather.strikes(Fault.TOO_LARGE, random)) {
            return Optional.of(new RequestFailure.TooLarge("504"));
        } else if (weather.strikes(Fault.THROTTLED, random)) {
            return Optional.of(new RequestFailure.Throttled(Duration.ofSeconds(random.nextInt(400)), "429"));
        } else if (weather.strikes(Fault.TIMED_OUT, random)) {
            now = now.plusSeconds(60);
            return Optional.of(new RequestFailure.TimedOut("no answer"));
        } else if (weather.strikes(Fault.TRANSIENT, random)) {
            return Optional.of(new RequestFailure.Transient("500"));
        } else if (weather.strikes(Fault.UNAUTHORIZED, random)) {
            return Optional.of(new RequestFailure.Unauthorized("401"));
        } else if (weather.strikes(Fault.FORBIDDEN, random)) {
            return Optional.of(new RequestFailure.Forbidden("403"));
        } else if (weather.strikes(Fault.NOT_SERVED, random) || weather.strikes(Fault.REMOVED, random)) {
            return Optional.of(new RequestFailure.NotServed("404"));
        } else if (weather.strikes(Fault.REJECTED, random)) {
            return Optional.of(new RequestFailure.Rejected("400"));
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
            on(new ReflectorSignal.WatchEnded());
        } else if (weather.strikes(Fault.CUT, random)) {
            on(new ReflectorSignal.Failed(new RequestFailure.Transient("cut")));
        } else {
            Optional<Frame> frame = open.next(
                    now, !weather.strikes(Fault.NO_BOOKMARKS, random), !weather.strikes(Fault.NO_END_BOOKMARK, random));
            if (frame.isPresent()) {
                now = now.plusMillis(1);
                deliver(frame.get());
                if (weather.strikes(Fault.CLOSED_AFTER_FRAME, random)) {
                    on(new ReflectorSignal.WatchEnded());
                }
            } else {
                pass(open.wakes(), deadline);
            }
        }
    }

    /// Nothing arrives until then, or until it is too late.
    private void pass(Instant until, Instant deadline) {
        Instant next = weather == Weather.FAIR ? until : now.plusMillis(1 + random.nextInt(40_000));
        if (next.isBefore(deadline)) {
            now = next.isAfter(now) ? next : now.plusMillis(1);
        } else {
            now = deadline;
            on(new ReflectorSignal.DeadlinePassed());
        }
    }

    private void deliver(Frame frame) {
        ReflectorSignal signal = switch (frame) {
            case Frame.Gone() -> new ReflectorSignal.Failed(new RequestFailure.Expired("410 as an event"));
            case Frame.Bookmark(long version, boolean end) -> new ReflectorSignal.Bookmark(version, end);
            case Frame.Changed(Event event) -> signal(event);
        };
        on(signal);
        if (signal instanceof ReflectorSignal.Failed) {
            return;
        }
        told.add(signal);
        if (weather.strikes(Fault.REPEATED, random)) {
            on(told.get(random.nextInt(told.size())));
        }
    }

    private ReflectorSignal signal(Event event) {
        Item item = event.item();
        if (!item.readable() || weather.strikes(Fault.UNREADABLE_FRAME, random)) {
            cache.missed(item.key());
            return new ReflectorSignal.Undecodable(item.key());
        }
        return event.deletion()
                ? new ReflectorSignal.Deleted(item.object())
                : new ReflectorSignal.Applied(item.object());
    }

    private void on(ReflectorSignal signal) {
        notes.add(() -> now + "   " + describe(signal));
        reflector.on(signal, now);
    }

    private static String describe(ReflectorSignal signal) {
        return signal instanceof ReflectorSignal.Page(List<KubeObject> items, long version, String token, long bytes)
                ? "Page " + items + " @" + version + " continue '" + token + "', " + bytes + " bytes"
                : signal.toString();
    }
}
