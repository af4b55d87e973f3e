package io.livekube.agent;

import io.livekube.agent.follow.ClusterFollower;
import io.livekube.agent.follow.ClusterIdentity;
import io.livekube.agent.follow.DesiredKinds;
import io.livekube.agent.follow.FollowStatus;
import io.livekube.agent.sync.Uplink;
import io.livekube.agent.tasks.SyncCommands;
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
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/// Turns sync on and off: while it is on, follows the cluster and pushes it to the hub, on one thread; while it
/// is off, holds no objects.
///
/// ```
///        SyncControl on                            SyncControl on: changes the kinds, without a restart
///  off ──────────────────▶ run: informers + uplink ◀─┐
///   ▲    SyncControl off   │  │        Resync        │
///   └──────────────────────┘  └──────────────────────┘ a new run, in the next session
/// ```
///
/// A run is ended by an interrupt, which is sent under the lock and only while there is a run, so that no
/// interrupt is left pending after it.
final class SyncSwitch implements SyncCommands, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SyncSwitch.class);

    /// Time limit for reading the API server's version and UID at the start of a run.
    private static final Duration IDENTITY_PATIENCE = Duration.ofSeconds(10);

    private static final Duration CLOSING_PATIENCE = Duration.ofSeconds(1);

    private final AgentConfig config;
    private final ApiClient client;
    private final HubLink link;
    private final InstantSource clock;
    private final RandomGenerator random;
    private final CompletableFuture<Void> defect;
    private final Thread thread = Thread.ofPlatform().name("livekube-uplink").unstarted(this::work);

    private DesiredKinds desired = DesiredKinds.ALL;
    private Optional<Instant> onSince = Optional.empty();
    private Phase phase = new Phase.Idle();
    private PushStats pushed = PushStats.NONE;
    private long changes;

    /// Used only by the thread.
    private SessionId session;

    private Optional<ClusterIdentity> identity = Optional.empty();

    private record Run(ClusterFollower follower, UplinkLoop loop) {}

    /// State of the thread.
    private sealed interface Phase {
        /// Waits to be turned on.
        record Idle() implements Phase {}

        /// Prepares a run.
        record Starting() implements Phase {}

        record Following(Run run) implements Phase {}

        /// Was interrupted to end its run, which may not have started yet.
        record Ending(Optional<Run> last) implements Phase {}

        /// Was interrupted because the agent closes.
        record Closed(Optional<Run> last) implements Phase {}

        default Optional<Run> latestRun() {
            return switch (this) {
                case Idle(), Starting() -> Optional.empty();
                case Following(Run run) -> Optional.of(run);
                case Ending(Optional<Run> last) -> last;
                case Closed(Optional<Run> last) -> last;
            };
        }
    }

    SyncSwitch(
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
    public synchronized void control(Task.SyncControl wanted) {
        if (wanted.on() != onSince.isPresent()) {
            LOG.info("the hub turns sync {}", wanted.on() ? "on" : "off");
            onSince = wanted.on() ? Optional.of(clock.instant()) : Optional.empty();
        }
        desired = new DesiredKinds(wanted.kinds(), wanted.first());
        if (wanted.on()) {
            phase.latestRun().ifPresent(run -> run.follower().want(desired));
        } else {
            endRun();
        }
        notifyAll();
    }

    @Override
    public synchronized void resync() {
        endRun();
    }

    /// With the lock held.
    private void endRun() {
        switch (phase) {
            case Phase.Starting _, Phase.Following _ -> {
                phase = new Phase.Ending(phase.latestRun());
                thread.interrupt();
            }
            case Phase.Idle _, Phase.Ending _, Phase.Closed _ -> {}
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
                releaseMemory();
            }
        } catch (InterruptedException closing) {
            LOG.debug("the uplink stopped", closing);
        } catch (RuntimeException | Error e) {
            LOG.error("the uplink failed; this is a bug", e);
            defect.completeExceptionally(e);
        }
    }

    private synchronized void awaitOn() throws InterruptedException {
        while (onSince.isEmpty() || phase instanceof Phase.Closed) {
            wait();
        }
        phase = new Phase.Starting();
    }

    /// One run, until it is interrupted.
    private void follow() throws InterruptedException {
        try {
            ClusterIdentity cluster = identity();
            var wakeup = new Wakeup();
            var hello = new Part.Hello(config.version(), cluster.kubernetes(), cluster.uid());
            var uplink = new Uplink(config.sending().uplink(), session, hello, random);
            try (ClusterFollower follower = new ClusterFollower(
                    client,
                    config.kinds(),
                    desired(),
                    config.following().informers(),
                    clock,
                    random,
                    wakeup::changed)) {
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
            if (closed()) {
                throw e;
            }
            LOG.debug("the run was interrupted", e);
        }
    }

    private ClusterIdentity identity() throws InterruptedException {
        ClusterIdentity known = identity.isPresent() ? identity.get() : ClusterIdentity.ask(client, IDENTITY_PATIENCE);
        if (!known.kubernetes().isEmpty()) {
            identity = Optional.of(known);
        }
        return known;
    }

    private synchronized DesiredKinds desired() {
        return desired;
    }

    private synchronized void begun(Run run) {
        phase = switch (phase) {
            case Phase.Idle _, Phase.Starting _, Phase.Following _ -> new Phase.Following(run);
            case Phase.Ending _ -> new Phase.Ending(Optional.of(run));
            case Phase.Closed _ -> new Phase.Closed(Optional.of(run));
        };
        run.follower().want(desired); // it may have changed since
    }

    private synchronized boolean closed() {
        return phase instanceof Phase.Closed;
    }

    /// Releases everything that the run held.
    private synchronized void ended() {
        phase.latestRun().ifPresent(run -> {
            pushed = pushed.plus(run.loop().stats());
            changes += run.follower().followed().changes();
        });
        if (phase instanceof Phase.Closed) {
            phase = new Phase.Closed(Optional.empty());
            return;
        }
        phase = new Phase.Idle();
        if (Thread.interrupted()) {
            LOG.debug("the interrupt arrived after the run had ended");
        }
    }

    /// An agent that is off allocates almost nothing, so without this its heap would never shrink.
    private void releaseMemory() {
        if (!isOn()) {
            System.gc();
        }
    }

    private synchronized boolean isOn() {
        return onSince.isPresent();
    }

    /// Current state, and counters of all runs.
    synchronized State state() {
        Optional<Run> run = phase.latestRun();
        return new State(
                onSince,
                pushed.plus(run.map(now -> now.loop().stats()).orElse(PushStats.NONE)),
                run.map(now -> now.follower().followed()).orElse(FollowStatus.NOTHING),
                changes);
    }

    /// @param onSince when sync was turned on; empty while it is off
    /// @param changesBefore how many changes earlier runs have seen
    record State(Optional<Instant> onSince, PushStats pushed, FollowStatus followed, long changesBefore) {}

    /// Sync progress of each kind of the current run.
    List<SyncStatus> progress() {
        return latestRun().map(run -> run.follower().progress()).orElse(List.of());
    }

    private synchronized Optional<Run> latestRun() {
        return phase.latestRun();
    }

    @Override
    public List<TaskResult.KindMemory> memory() {
        return state().followed().kinds().stream()
                .flatMap(kind ->
                        kind
                                .snapshot()
                                .map(snapshot -> KindMemoryReport.of(kind.kind().resource(), snapshot))
                                .stream())
                .toList();
    }

    @Override
    public void close() {
        endForGood();
        try {
            var _ = thread.join(CLOSING_PATIENCE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void endForGood() {
        phase = new Phase.Closed(phase.latestRun());
        thread.interrupt();
    }
}
