package io.livekube.agent;

import io.livekube.agent.follow.FollowStatus;
import io.livekube.agent.tasks.LiveReads;
import io.livekube.agent.tasks.PollSchedule;
import io.livekube.agent.tasks.TaskLoop;
import io.livekube.agent.tasks.TaskRunner;
import io.livekube.agent.uplink.HttpHubLink;
import io.livekube.agent.uplink.HttpTaskLink;
import io.livekube.agent.uplink.HubHttp;
import io.livekube.agent.uplink.TokenFile;
import io.livekube.core.SteadyClock;
import io.livekube.core.access.ApiAccess;
import io.livekube.core.http.ApiClient;
import io.livekube.core.informer.SyncStatus;
import io.livekube.core.model.Resource;
import io.livekube.protocol.TaskResult;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/// Agent of one cluster: keeps a hub's mirror of the cluster up to date while sync is on, and does live reads
/// for the hub at any time.
///
/// [#start] returns immediately; failed connections are retried for as long as the agent runs. Until the hub
/// turns sync on, the agent only polls for tasks.
public final class Agent implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Agent.class);

    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    private static final Duration CLOSING_PATIENCE = Duration.ofSeconds(1);

    private final AgentConfig config;
    private final InstantSource clock = new SteadyClock();
    private final HubHttp http;
    private final ApiClient client;
    private final SyncSwitch sync;
    private final TaskRunner runner;
    private final TaskLoop loop;
    private final CompletableFuture<Void> defect = new CompletableFuture<>();
    private final Thread polling = Thread.ofPlatform().name("livekube-tasks").unstarted(this::poll);

    /// @param access how to reach the cluster
    /// @throws IllegalArgumentException if the token or the hub's CA certificates can't be read
    public Agent(AgentConfig config, ApiAccess access) {
        var random = new SecureRandom();
        this.config = config;
        this.http = new HubHttp(
                TokenFile.read(config.hub().tokenFile()), config.hub().caFile(), "livekube-agent/" + config.version());
        this.client = new ApiClient(access, config.following().client());
        var link = new HttpHubLink(
                config.hub().syncEndpoint(), http, config.sending().requestTimeout());
        var tasks = new HttpTaskLink(config.hub().tasksEndpoint(), http, client.server());
        int pageSize = config.following().informers().reflector().pages().size();
        this.sync = new SyncSwitch(config, client, link, clock, random, defect);
        this.runner = new TaskRunner(tasks, new LiveReads(client, config.kinds(), pageSize), sync, clock);
        this.loop = new TaskLoop(
                new PollSchedule(config.polls(), random),
                tasks,
                runner,
                sync,
                clock,
                config.hub().url().toString());
    }

    public void start() {
        LOG.info(
                "{}: following API server {} for hub {}",
                config.hub().cluster(),
                client.server(),
                config.hub().url());
        if (config.hub().url().getScheme().equals("http")
                && !LOOPBACK.contains(config.hub().url().getHost())) {
            LOG.warn(
                    "connection to the hub {} is not encrypted: token and objects are sent in plain text; use https",
                    config.hub().url());
        }
        sync.start();
        polling.start();
    }

    private void poll() {
        MDC.put("cluster", config.hub().cluster());
        try {
            loop.run();
        } catch (InterruptedException closing) {
            LOG.debug("task polling stopped", closing);
        } catch (RuntimeException | Error e) {
            LOG.error("task polling failed; this is a bug", e);
            defect.completeExceptionally(e);
        }
    }

    /// Completes exceptionally when the agent ends because of a bug; never completes otherwise.
    public CompletableFuture<Void> defect() {
        return defect.copy();
    }

    /// Statistics; cheap enough to be read every second.
    public AgentStats stats() {
        SyncSwitch.State state = sync.state();
        FollowStatus followed = state.followed();
        return new AgentStats(
                state.onSince(),
                state.changesBefore() + followed.changes(),
                state.pushed(),
                followed.at(),
                loop.lastAnswer(),
                runner.counts(),
                followed.kinds().stream()
                        .map(kind -> new AgentStats.Kind(
                                kind.kind().resource().toString(), kind.state(), kind.objects(), kind.cause()))
                        .toList(),
                followed.dead().stream().map(Resource::toString).toList());
    }

    /// Memory per kind, and the largest objects of each kind; visits every object.
    public List<TaskResult.KindMemory> memory() {
        return sync.memory();
    }

    /// Sync progress of each followed kind; empty while sync is off.
    public List<SyncStatus> progress() {
        return sync.progress();
    }

    /// The clock that all its times refer to.
    public InstantSource clock() {
        return clock;
    }

    /// Stops immediately; changes that were not sent are found by comparing digests when the next agent starts.
    @Override
    public void close() {
        polling.interrupt();
        runner.close();
        sync.close();
        try {
            var _ = polling.join(CLOSING_PATIENCE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        client.close();
        http.close();
    }
}
