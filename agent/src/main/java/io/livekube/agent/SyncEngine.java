package io.livekube.agent;

import io.livekube.agent.follow.ClusterFollower;
import io.livekube.agent.follow.ClusterIdentity;
import io.livekube.agent.follow.Followed;
import io.livekube.agent.follow.Wanted;
import io.livekube.agent.sync.Source;
import io.livekube.agent.sync.Uplink;
import io.livekube.agent.tasks.SyncSwitch;
import io.livekube.agent.uplink.HubLink;
import io.livekube.agent.uplink.PushStats;
import io.livekube.agent.uplink.UplinkLoop;
import io.livekube.agent.uplink.Wakeup;
import io.livekube.core.http.ApiClient;
import io.livekube.core.informer.SyncStatus;
import io.livekube.protocol.Part;
import io.livekube.protocol.SessionId;
import io.livekube.protocol.Task;
import io.livekube.protocol.TaskResult;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/// Follows the cluster and pushes it to the hub while that is wanted, on one thread; holds nothing
/// otherwise.
///
/// ```
///        SyncControl on                            SyncControl on: other kinds, without a stop
///  off ──────────────────▶ run: informers + uplink ◀─┐
///   ▲    SyncControl off   │  │        Resync        │
///   └──────────────────────┘  └──────────────────────┘ a new run, in the next session
/// ```
///
/// A run ends by an interrupt, which is sent under the lock and only while there is one: none is ever left
/// over for what comes after it.
final class SyncEngine implements SyncSwitch, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SyncEngine.class);

    /// How long the API server is asked who it is, before anything else is asked of it.
    private static final Duration IDENTITY_PATIENCE = Duration.ofSeconds(10);

    private static final Duration CLOSING_PATIENCE = Duration.ofSeconds(1);

    private final AgentConfig config;
    private final ApiClient client;
    private final HubLink link;
    private final InstantSource clock;
    private final RandomGenerator random;
    private final CompletableFuture<Void> defect;
    private final Thread thread = Thread.ofPlatform().name("livekube-uplink").unstarted(this::work);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition told = lock.newCondition();
    private boolean on;
    private Wanted wanted = Wanted.ALL;
    private Optional<Instant> onSince = Optional.empty();
    private boolean closed;
    private boolean running;
    private boolean anew;
    private @Nullable Run run;
    private PushStats pushed = PushStats.NONE;
    private long changes;

    /// Of the engine's thread.
    private SessionId session;

    private Optional<ClusterIdentity> identity = Optional.empty();

    private record Run(ClusterFollower follower, UplinkLoop loop) {}

    SyncEngine(
            AgentConfig config,
            ApiClient client,
            HubLink link,
            InstantSource clock,
            RandomGenerator random,
            CompletableFuture<Void> defect) {
        this.config = config;
        this.client = client;
        this.link = link;
        this.clock = clock;
        this.random = random;
        this.defect = defect;
        this.session = new SessionId(random.nextLong(), 1);
    }

    void start() {
        thread.start();
    }

    @Override
    public void control(Task.SyncControl wish) {
        lock.lock();
        try {
            if (wish.on() != on) {
                LOG.info("the hub turns sync {}", wish.on() ? "on" : "off");
                onSince = wish.on() ? Optional.of(clock.instant()) : Optional.empty();
            }
            on = wish.on();
            wanted = new Wanted(wish.kinds(), wish.first());
            if (!on) {
                endRun();
            } else if (run != null) {
                run.follower().want(wanted);
            }
            told.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void resync() {
        lock.lock();
        try {
            endRun();
        } finally {
            lock.unlock();
        }
    }

    /// With the lock held.
    private void endRun() {
        if (running && !anew) {
            anew = true;
            thread.interrupt();
        }
    }

    private void work() {
        MDC.put("cluster", config.hub().cluster());
        try {
            while (true) {
                awaitOn();
                try {
                    follow();
                } finally {
                    ended();
                }
                giveMemoryBack();
            }
        } catch (InterruptedException closing) {
            LOG.debug("the uplink ends", closing);
        } catch (RuntimeException | Error e) {
            LOG.error("the uplink ends by a defect", e);
            defect.completeExceptionally(e);
        }
    }

    private void awaitOn() throws InterruptedException {
        lock.lock();
        try {
            while (!on || closed) {
                told.await();
            }
            running = true;
        } finally {
            lock.unlock();
        }
    }

    /// One run, until it is interrupted.
    private void follow() throws InterruptedException {
        try {
            ClusterIdentity cluster = identity();
            var wakeup = new Wakeup();
            var hello = new Part.Hello(config.version(), cluster.kubernetes(), cluster.uid());
            var uplink = new Uplink(config.sending().uplink(), session, hello, random);
            try (ClusterFollower follower = new ClusterFollower(
                    client, config.kinds(), wanted(), config.following().informers(), clock, random, wakeup::changed)) {
                var loop = new UplinkLoop(
                        uplink,
                        follower,
                        link,
                        wakeup,
                        config.sending().limits(),
                        config.sending().uplink(),
                        clock,
                        config.hub().url().toString());
                begun(new Run(follower, loop));
                follower.start();
                loop.run();
            } finally {
                session = uplink.session().next();
                MDC.remove(UplinkLoop.SESSION);
            }
        } catch (InterruptedException e) {
            if (ending()) {
                throw e;
            }
            LOG.debug("a run ends", e);
        }
    }

    private ClusterIdentity identity() throws InterruptedException {
        ClusterIdentity known = identity.isPresent() ? identity.get() : ClusterIdentity.ask(client, IDENTITY_PATIENCE);
        if (!known.kubernetes().isEmpty()) {
            identity = Optional.of(known);
        }
        return known;
    }

    private Wanted wanted() {
        lock.lock();
        try {
            return wanted;
        } finally {
            lock.unlock();
        }
    }

    private void begun(Run fresh) {
        lock.lock();
        try {
            run = fresh;
            fresh.follower().want(wanted); // which may have changed since
        } finally {
            lock.unlock();
        }
    }

    private boolean ending() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    /// Lets go of everything that the run held.
    private void ended() {
        lock.lock();
        try {
            if (run != null) {
                pushed = pushed.plus(run.loop().stats());
                changes += run.follower().followed().changes();
            }
            run = null;
            running = false;
            anew = false;
            if (!closed && Thread.interrupted()) {
                LOG.debug("the interrupt came when the run had ended");
            }
        } finally {
            lock.unlock();
        }
    }

    /// An agent that is off allocates next to nothing: without this its heap would stay as large as it was.
    private void giveMemoryBack() {
        lock.lock();
        try {
            if (on) {
                return;
            }
        } finally {
            lock.unlock();
        }
        System.gc();
    }

    /// What it does and has done.
    State state() {
        lock.lock();
        try {
            Optional<Run> present = Optional.ofNullable(run);
            return new State(
                    onSince,
                    pushed.plus(present.map(now -> now.loop().stats()).orElse(PushStats.NONE)),
                    present.map(now -> now.follower().followed()).orElse(Followed.NOTHING),
                    changes);
        } finally {
            lock.unlock();
        }
    }

    /// @param onSince when sync was turned on; empty while it is off
    /// @param changesBefore how many changes earlier runs have seen
    record State(Optional<Instant> onSince, PushStats pushed, Followed followed, long changesBefore) {}

    /// How far each kind of the present run is.
    List<SyncStatus> progress() {
        Run present;
        lock.lock();
        try {
            present = run;
        } finally {
            lock.unlock();
        }
        return present == null ? List.of() : present.follower().progress();
    }

    @Override
    public List<TaskResult.KindMemory> memory() {
        return state().followed().sources().stream()
                .flatMap(source -> memory(source).stream())
                .toList();
    }

    private static Optional<TaskResult.KindMemory> memory(Source source) {
        return source.snapshot().map(snapshot -> KindMemories.of(source.kind().resource(), snapshot));
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            thread.interrupt();
        } finally {
            lock.unlock();
        }
        try {
            var _ = thread.join(CLOSING_PATIENCE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
