package io.livekube.cli.doctor;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.livekube.agent.kinds.KindSelection;
import io.livekube.cli.terminal.CommandFailure;
import io.livekube.cli.terminal.ConnectionFailure;
import io.livekube.core.model.Resource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/// Measures an API server with one read at a time, within a time limit.
public final class ClusterProbe {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String CHECK_CLUSTER = "; check that the cluster is up and reachable";
    private static final int ROUND_TRIPS = 3;
    private static final int MAX_BOOKMARK_WAITS = 1;
    private static final Duration MAX_WATCH_LIST_TIME = Duration.ofSeconds(20);

    private final ProbeClient client;
    private final Measurements.Limits limits;
    private final long mostInOnePiece;
    private final Consumer<String> progress;
    private final ListProbe lists;
    private final WatchProbe watches;
    private boolean bookmarkSeen;
    private int bookmarkWaits;
    private boolean withoutWatchList;

    /// Prepares the measurements, without sending anything.
    ///
    /// @param mostInOnePiece kinds with more objects are listed in pages only, to spare the server
    /// @param progress gets the current step
    public ClusterProbe(
            ProbeClient client, Measurements.Limits limits, long mostInOnePiece, Consumer<String> progress) {
        this.client = client;
        this.limits = limits;
        this.mostInOnePiece = mostInOnePiece;
        this.progress = progress;
        this.lists = new ListProbe(client, limits.request());
        this.watches = new WatchProbe(
                client, limits.request().compareTo(MAX_WATCH_LIST_TIME) < 0 ? limits.request() : MAX_WATCH_LIST_TIME);
    }

    /// Runs all measurements.
    ///
    /// @throws CommandFailure with exit code 2 if the server cannot be reached
    public Measurements measure(KindSelection selection) throws InterruptedException {
        String version = version();
        Duration roundTrip = roundTrip();
        List<Resource> kinds = KindDiscovery.kinds(client, selection, limits.request());
        warmUp();
        var measured = new ArrayList<KindMeasurements>();
        var left = new ArrayList<String>();
        for (int i = 0; i < kinds.size(); i++) {
            Resource kind = kinds.get(i);
            if (client.timeIsUp()) {
                left.add(kind.toString());
                continue;
            }
            measured.add(kind(kind, "%d of %d, %s".formatted(i + 1, kinds.size(), kind)));
        }
        progress.accept("delay of watch events");
        ChangeDelay changes = new ChangeDelayProbe(client, limits.request()).measure();
        return new Measurements(
                new Measurements.Server(client.server().toString(), version, roundTrip, client.fairness()),
                limits,
                new Measurements.Requests(client.sent(), client.throttled()),
                measured,
                changes,
                left);
    }

    private String version() throws InterruptedException {
        try {
            return client.get("/version", "application/json", false, limits.request(), response -> {
                return switch (response.status()) {
                    case 200 ->
                        JSON.readTree(response.body()).path("gitVersion").asText("of unknown version");
                    case 401 ->
                        throw new IOException(
                                "it rejected the credentials (401); the token may have expired, log in" + " again");
                    default -> throw new IOException(ProbeClient.message(response));
                };
            });
        } catch (IOException e) {
            String advice = switch (ConnectionFailure.of(e)) {
                case TIMEOUT, UNKNOWN_HOST, REFUSED -> CHECK_CLUSTER;
                default -> "";
            };
            throw new CommandFailure(
                    "cannot measure %s: %s%s".formatted(client.server(), ConnectionFailure.describe(e), advice), 2);
        } catch (TimeoutException _) {
            throw new CommandFailure("cannot measure %s: timeout%s".formatted(client.server(), CHECK_CLUSTER), 2);
        }
    }

    private Duration roundTrip() throws InterruptedException {
        Duration best = limits.request();
        for (int i = 0; i < ROUND_TRIPS; i++) {
            long start = System.nanoTime();
            version();
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            best = took.compareTo(best) < 0 ? took : best;
        }
        return best;
    }

    /// Opens connections and warms up code, which would otherwise count against the first kind.
    private void warmUp() throws InterruptedException {
        progress.accept("warm-up");
        for (int i = 0; i < ROUND_TRIPS; i++) {
            var _ = lists.list("/api/v1/namespaces", 1, true);
        }
    }

    private KindMeasurements kind(Resource kind, String where) throws InterruptedException {
        String path = path(kind);
        progress.accept(where + ": LIST in pages");
        ListResult paged = lists.list(path, limits.pageSize(), true);
        if (!(paged instanceof ListResult.Done done)) {
            return KindMeasurements.of(kind.toString(), paged);
        }
        boolean small = done.objects() <= mostInOnePiece;
        var skipped = new ListResult.Skipped("more than %,d objects".formatted(mostInOnePiece));
        progress.accept(where + ": unpaged LIST");
        ListResult whole = small ? lists.list(path, 0, true) : skipped;
        progress.accept(where + ": LIST without gzip");
        ListResult plain = small ? lists.list(path, 0, false) : skipped;
        progress.accept(where + ": WatchList");
        WatchResult watchList = small ? withState(path) : new WatchResult.Skipped(skipped.why());
        progress.accept(where + ": WATCH");
        return new KindMeasurements(kind.toString(), paged, whole, plain, watchList, watch(path, done));
    }

    /// If WatchList does not work for one kind, the others are skipped.
    private WatchResult withState(String path) throws InterruptedException {
        if (withoutWatchList) {
            return new WatchResult.Skipped("it did not work for another kind");
        }
        WatchResult watching = watches.withState(path);
        switch (watching) {
            case WatchResult.Open open -> {
                withoutWatchList = open.complete().isEmpty();
                bookmarkSeen |= open.bookmark();
            }
            case WatchResult.Refused refused -> withoutWatchList = refused.status() != 403;
            case WatchResult.Broken _ -> withoutWatchList = true;
            case WatchResult.Skipped _ -> {}
        }
        return watching;
    }

    /// Waits for a bookmark until one has arrived or should have; waits a moment longer after a paged LIST,
    /// whose version may be too old by the time of the last page.
    private WatchResult watch(String path, ListResult.Done paged) throws InterruptedException {
        if (bookmarkSeen || bookmarkWaits >= MAX_BOOKMARK_WAITS) {
            return paged.pages() > 1 ? watches.kept(path, paged.version()) : watches.opened(path, paged.version());
        }
        bookmarkWaits++;
        WatchResult watching = watches.from(path, paged.version());
        bookmarkSeen = watching instanceof WatchResult.Open open && open.bookmark();
        return watching;
    }

    private static String path(Resource kind) {
        return (kind.group().isEmpty() ? "/api/" : "/apis/" + kind.group() + "/") + kind.version() + "/"
                + kind.plural();
    }
}
