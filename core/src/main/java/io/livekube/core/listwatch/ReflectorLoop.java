package io.livekube.core.listwatch;

import io.livekube.core.RequestFailure;
import io.livekube.core.http.ApiClient;
import io.livekube.core.http.ApiResponse;
import io.livekube.core.http.ObjectEncoding;
import io.livekube.core.http.ReadPace;
import io.livekube.core.http.RequestFailedException;
import io.livekube.core.json.MalformedJsonException;
import io.livekube.core.model.ObjectFormat;
import io.livekube.core.protobuf.UnreadableProtobufException;
import io.livekube.core.watch.ListRequest;
import io.livekube.core.watch.Reflector;
import io.livekube.core.watch.ReflectorAction;
import io.livekube.core.watch.ReflectorConfig;
import io.livekube.core.watch.ReflectorPhase;
import io.livekube.core.watch.ReflectorReport;
import io.livekube.core.watch.ReflectorSignal;
import io.livekube.core.watch.ReflectorSink;
import io.livekube.core.watch.WatchRequest;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs a [Reflector] on one thread: fetches its pages, reads its watches, and waits.
///
/// Uses a platform thread, because it mostly blocks in a read: the kernel wakes it directly, whereas a virtual
/// thread needs a poller and a carrier thread, which makes three wake-ups instead of one.
///
/// The loop's lock guards the reflector, so that other threads can read its report or request a relist.
public final class ReflectorLoop implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReflectorLoop.class);

    private final ApiClient client;
    private final ObjectFormat format;
    private final CollectionScope scope;
    private final InstantSource clock;
    private final Reflector reflector;
    private final ReflectorSink sink;
    private final FailureListener failures;
    private final ResourceDiscovery discovery;
    private final PagePrefetch prefetch;
    private final PageReader pages;
    private final byte[] chunk = new byte[16 * 1024];

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition signalled = lock.newCondition();
    private @Nullable ApiResponse openWatch;
    /// The response that the thread waits for or reads, which an interrupt does not end.
    private volatile @Nullable ApiResponse reading;

    /// The encoding to request.
    private ObjectEncoding encoding;

    /// Whether the open watch has delivered something since the last check.
    private boolean heard;
    private final Thread thread;

    /// Listener for failures, called on the loop's thread.
    public interface FailureListener {
        /// Receives a failure.
        ///
        /// @param report contains it as the last failure
        /// @param next the reflector's next step
        void failed(ReflectorReport report, ReflectorAction next);
    }

    public ReflectorLoop(
            ApiClient client,
            ObjectFormat format,
            CollectionScope scope,
            ReflectorConfig config,
            ReflectorSink sink,
            FailureListener failures,
            InstantSource clock,
            RandomGenerator random) {
        this.client = client;
        this.format = format;
        this.scope = scope;
        this.clock = clock;
        this.sink = sink;
        this.failures = failures;
        this.reflector = new Reflector(config, sink, random, clock.instant());
        this.discovery = new ResourceDiscovery(client);
        this.prefetch = new PagePrefetch(client, format.resource(), scope);
        this.pages = new PageReader(client, format);
        this.encoding = ObjectEncoding.preferred(client.config(), format.resource());
        this.thread = Thread.ofPlatform()
                .daemon()
                .name("reflector-" + format.resource())
                .unstarted(this::run);
    }

    public void start() {
        thread.start();
    }

    public CollectionScope scope() {
        return scope;
    }

    public ReflectorReport report() {
        lock.lock();
        try {
            return reflector.report();
        } finally {
            lock.unlock();
        }
    }

    /// Lists the whole collection again.
    public void relist(String reason) {
        signal(new ReflectorSignal.Relist(reason));
    }

    @Override
    public void close() {
        signal(new ReflectorSignal.Stop());
        thread.interrupt();
        closeIfPresent(reading);
    }

    /// The content of a response, unless the loop is closed while it waits or reads.
    private ApiResponse.Content content(ApiResponse answer) throws RequestFailedException {
        reading = answer;
        if (thread.isInterrupted()) {
            answer.close();
        }
        return answer.content();
    }

    private static void closeIfPresent(@Nullable ApiResponse answer) {
        if (answer != null) {
            answer.close();
        }
    }

    /// Signals from outside the loop. Interrupts the current wait or read, so that the reflector's new step
    /// takes effect immediately.
    private void signal(ReflectorSignal signal) {
        lock.lock();
        try {
            reflector.on(signal, clock.instant());
            signalled.signalAll();
            closeIfPresent(openWatch);
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        try {
            while (true) {
                // Clears an interrupt that a listener left behind; close() signals the reflector before it interrupts.
                boolean _ = Thread.interrupted();
                switch (next()) {
                    case ReflectorAction.FetchPage(ListRequest request) -> fetch(request);
                    case ReflectorAction.OpenWatch(WatchRequest request) -> follow(request);
                    case ReflectorAction.Wait(Instant until) -> await(until);
                    case ReflectorAction.KeepReading _ -> on(new ReflectorSignal.WatchEnded());
                    case ReflectorAction.Stop() -> {
                        return;
                    }
                }
            }
        } catch (InterruptedException e) {
            if (next() instanceof ReflectorAction.Stop) {
                LOG.debug("{}: stopped", format.resource());
            } else {
                died(e);
            }
        } catch (RuntimeException | Error e) {
            died(e);
            throw e;
        } finally {
            prefetch.drop();
        }
    }

    private void died(Throwable cause) {
        LOG.error(
                "{}: the reflector stopped because of a bug; its cache is no longer updated", format.resource(), cause);
        onFailed(new RequestFailure.Defect(cause));
    }

    private ReflectorAction next() {
        return next(clock.instant());
    }

    private ReflectorAction next(Instant now) {
        lock.lock();
        try {
            return reflector.next(now);
        } finally {
            lock.unlock();
        }
    }

    private void on(ReflectorSignal signal) {
        if (signal instanceof ReflectorSignal.Failed(RequestFailure failure)) {
            onFailed(failure);
            return;
        }
        if (signal instanceof ReflectorSignal.Undecodable(String reason)) {
            LOG.warn("{}: skipped an object: {}", format.resource(), reason);
        }
        lock.lock();
        try {
            reflector.on(signal, clock.instant());
        } finally {
            lock.unlock();
        }
    }

    private void onFailed(RequestFailure failure) {
        LOG.info("{}: {}", format.resource(), failure.message());
        if (failure instanceof RequestFailure.Unauthorized) {
            refreshCredentials();
        }
        ReflectorReport report;
        ReflectorAction next;
        lock.lock();
        try {
            Instant now = clock.instant();
            if (reflector.report().phase() == ReflectorPhase.STOPPED) {
                return; // closed, which made it fail
            }
            reflector.on(new ReflectorSignal.Failed(failure), now);
            report = reflector.report();
            next = reflector.next(now);
        } finally {
            lock.unlock();
        }
        failures.failed(report, next);
    }

    private void refreshCredentials() {
        try {
            client.credentials().refresh();
        } catch (RuntimeException e) {
            LOG.warn("{}: cannot refresh the credentials: {}", format.resource(), e.getMessage());
        }
    }

    private void await(Instant until) throws InterruptedException {
        lock.lock();
        try {
            long nanos = Duration.between(clock.instant(), until).toNanos();
            while (nanos > 0 && reflector.next(clock.instant()) instanceof ReflectorAction.Wait) {
                nanos = signalled.awaitNanos(nanos);
            }
        } finally {
            lock.unlock();
        }
    }

    // ---- LIST

    private void fetch(ListRequest request) throws InterruptedException {
        try {
            ApiResponse.Content content = content(prefetch.answer(request, encoding));
            on(pages.read(
                    content,
                    token -> prefetch.askEarly(request, token, encoding),
                    reason -> on(new ReflectorSignal.Undecodable(reason))));
        } catch (UnreadableProtobufException e) {
            prefetch.drop();
            if (encoding == ObjectEncoding.JSON) {
                failed(notJson(e));
            } else {
                fallBackToJson(e);
            }
        } catch (RequestFailedException e) {
            prefetch.drop();
            failed(e.failure());
        } finally {
            reading = null;
        }
    }

    /// The request is repeated as JSON, and so are all later ones.
    private void fallBackToJson(UnreadableProtobufException reason) {
        LOG.info(
                "{}: requesting JSON from now on, because its protobuf is not readable: {}",
                format.resource(),
                reason.getMessage());
        encoding = ObjectEncoding.JSON;
    }

    private static RequestFailure notJson(UnreadableProtobufException e) {
        return new RequestFailure.Transient("requested JSON, but got unreadable protobuf: " + e.getMessage());
    }

    private void failed(RequestFailure failure) throws InterruptedException {
        if (Thread.interrupted() && report().phase() == ReflectorPhase.STOPPED) {
            throw new InterruptedException("closed during a request");
        }
        on(new ReflectorSignal.Failed(failure));
        if (failure instanceof RequestFailure.NotServed
                && discovery.served(format.resource()) == ResourceDiscovery.Served.NO) {
            on(new ReflectorSignal.Removed());
        }
    }

    // ---- WATCH

    private void follow(WatchRequest request) throws InterruptedException {
        String path = scope.path(format.resource(), request.query());
        ApiResponse answer = client.ask(path, encoding.accept(), false, false);
        ApiResponse.Content content;
        try {
            content = content(answer);
        } catch (RequestFailedException e) {
            failed(e.failure());
            return;
        } finally {
            reading = null; // any signal ends an open watch
        }
        var pace = new ReadPace(System.nanoTime());
        answer.follow(pace, sink::paused);
        try (answer) {
            if (opened(answer)) {
                read(answer, content.bytes(), events(content.encoding(), pace));
            }
        }
        closed();
    }

    /// Registers the open watch, so that a signal from outside can end it.
    private boolean opened(ApiResponse watch) {
        lock.lock();
        try {
            reflector.on(new ReflectorSignal.WatchOpened(), clock.instant());
            openWatch = watch;
            return keepsReading();
        } finally {
            lock.unlock();
        }
    }

    private void closed() {
        lock.lock();
        try {
            openWatch = null;
        } finally {
            lock.unlock();
        }
    }

    private WatchDecoder events(ObjectEncoding sent, ReadPace pace) {
        Consumer<ReflectorSignal> sink = signal -> {
            pace.event();
            heard = true;
            on(signal);
        };
        int most = client.config().maxObjectBytes();
        return switch (sent) {
            case JSON -> new JsonWatchDecoder(format, sink, most);
            case PROTOBUF -> new ProtobufWatchDecoder(format, sink, most);
        };
    }

    private void read(ApiResponse watch, InputStream body, WatchDecoder events) {
        watch.expireIn(untilDeadline());
        try {
            while (readOn(watch, body, events)) {
                // until the end
            }
        } catch (SocketTimeoutException e) {
            on(new ReflectorSignal.DeadlinePassed());
        } catch (IOException e) {
            if (next() instanceof ReflectorAction.KeepReading) {
                on(new ReflectorSignal.Failed(
                        new RequestFailure.Transient("the watch ended early: " + RequestFailure.describe(e))));
            }
        } catch (MalformedJsonException e) {
            on(new ReflectorSignal.Failed(
                    new RequestFailure.Transient("the watch is not readable: " + e.getMessage())));
        } catch (UnreadableProtobufException e) {
            if (encoding == ObjectEncoding.JSON) {
                on(new ReflectorSignal.Failed(notJson(e)));
            } else {
                fallBackToJson(e);
                on(new ReflectorSignal.WatchEnded());
            }
        } finally {
            sink.paused();
        }
    }

    /// Reads what has arrived. Returns whether to continue. Not a loop, because a loop that runs for hours is
    /// compiled late.
    private boolean readOn(ApiResponse watch, InputStream body, WatchDecoder events)
            throws IOException, MalformedJsonException, UnreadableProtobufException {
        int n = body.read(chunk);
        if (n < 0) {
            events.end();
            on(new ReflectorSignal.WatchEnded());
            return false;
        }
        events.feed(chunk, 0, n);
        if (!heard) {
            return true; // part of an event: nothing has changed for the reflector
        }
        heard = false;
        long left = untilDeadline();
        watch.expireIn(left);
        return left >= 0;
    }

    private boolean keepsReading() {
        return reflector.next(clock.instant()) instanceof ReflectorAction.KeepReading;
    }

    /// Nanoseconds until the open watch must be abandoned; negative if the reflector's next step is a
    /// different one.
    private long untilDeadline() {
        Instant now = clock.instant();
        return next(now) instanceof ReflectorAction.KeepReading(Instant deadline)
                ? Math.max(1, Duration.between(now, deadline).toNanos())
                : -1;
    }
}
