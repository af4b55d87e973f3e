package io.livekube.agent;

import io.livekube.agent.follow.Followed;
import io.livekube.agent.tasks.LiveReads;
import io.livekube.agent.tasks.PollPlan;
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

/// Follows one cluster and keeps a hub's mirror of it up to date, while the hub wants that; asks the API
/// server for the hub at any time.
///
/// [#start] returns at once; whatever is not reachable is tried again for as long as the agent lives. It
/// does nothing but ask for tasks until the hub turns sync on.
public final class Agent implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Agent.class);

    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    private static final Duration CLOSING_PATIENCE = Duration.ofSeconds(1);

    private final AgentConfig config;
    private final InstantSource clock = new SteadyClock();
    private final HubHttp http;
    private final ApiClient client;
    private final SyncEngine engine;
    private final TaskRunner runner;
    private final TaskLoop loop;
    private final CompletableFuture<Void> defect = new CompletableFuture<>();
    private final Thread polling = Thread.ofPlatform().name("livekube-tasks").unstarted(this::poll);

    /// @param access the way to the cluster
    /// @throws IllegalArgumentException if the token or the hub's certificates can't be read; the message
    /// says why
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
        this.engine = new SyncEngine(config, client, link, clock, random, defect);
        this.runner = new TaskRunner(tasks, new LiveReads(client, config.kinds(), pageSize), engine, clock);
        this.loop = new TaskLoop(
                new PollPlan(config.polls(), random),
                tasks,
                runner,
                engine,
                clock,
                config.hub().url().toString());
    }

    public void start() {
        LOG.info(
                "cluster {} at {}: asking {} what to do",
                config.hub().cluster(),
                client.server(),
                config.hub().url());
        if (config.hub().url().getScheme().equals("http")
                && !LOOPBACK.contains(config.hub().url().getHost())) {
            LOG.warn(
                    "the token and all objects go to {} unencrypted: use https",
                    config.hub().url());
        }
        engine.start();
        polling.start();
    }

    private void poll() {
        MDC.put("cluster", config.hub().cluster());
        try {
            loop.run();
        } catch (InterruptedException closing) {
            LOG.debug("asking for tasks ends", closing);
        } catch (RuntimeException | Error e) {
            LOG.error("asking for tasks ends by a defect", e);
            defect.completeExceptionally(e);
        }
    }

    /// Completes with what went wrong if the agent ends by a defect of its own, and not before.
    public CompletableFuture<Void> defect() {
        return defect.copy();
    }

    /// How it is doing; cheap enough to be asked every second.
    public AgentStats stats() {
        SyncEngine.State state = engine.state();
        Followed followed = state.followed();
        return new AgentStats(
                state.onSince(),
                state.changesBefore() + followed.changes(),
                state.pushed(),
                followed.at(),
                loop.lastAnswer(),
                runner.counts(),
                followed.sources().stream()
                        .map(source -> new AgentStats.Kind(
                                source.kind().resource().toString(), source.state(), source.objects(), source.cause()))
                        .toList(),
                followed.dead().stream().map(Resource::toString).toList());
    }

    /// What is held of each kind, and the largest objects of each; looks at every object.
    public List<TaskResult.KindMemory> memory() {
        return engine.memory();
    }

    /// How far each kind is that it follows, page by page; nothing while sync is off.
    public List<SyncStatus> progress() {
        return engine.progress();
    }

    /// The clock by which it tells times.
    public InstantSource clock() {
        return clock;
    }

    /// Stops at once; what was not sent yet is found by comparison when the next agent starts.
    @Override
    public void close() {
        polling.interrupt();
        runner.close();
        engine.close();
        try {
            var _ = polling.join(CLOSING_PATIENCE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        client.close();
        http.close();
    }
}
