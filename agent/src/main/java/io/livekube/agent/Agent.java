package io.livekube.agent;

import io.livekube.agent.follow.ClusterFollower;
import io.livekube.agent.follow.ClusterIdentity;
import io.livekube.agent.sync.Uplink;
import io.livekube.agent.uplink.HttpHubLink;
import io.livekube.agent.uplink.HubLink;
import io.livekube.agent.uplink.TokenFile;
import io.livekube.agent.uplink.UplinkLoop;
import io.livekube.agent.uplink.Wakeup;
import io.livekube.core.SteadyClock;
import io.livekube.core.kube.ApiAccess;
import io.livekube.core.kube.ApiClient;
import io.livekube.protocol.Part;
import io.livekube.protocol.SessionId;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Follows one cluster and keeps a hub's mirror of it up to date.
///
/// [#start] returns at once; whatever is not reachable is tried again for as long as the agent lives.
public final class Agent implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Agent.class);

    /// How long the API server is asked who it is, before anything else is asked of it.
    private static final Duration IDENTITY_PATIENCE = Duration.ofSeconds(10);

    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    private static final Duration CLOSING_PATIENCE = Duration.ofSeconds(1);

    private final AgentConfig config;
    private final HubLink link;
    private final ApiClient client;
    private final ClusterFollower follower;
    private final Wakeup wakeup = new Wakeup();
    private final InstantSource clock = new SteadyClock();
    private final SecureRandom random = new SecureRandom();
    private final CompletableFuture<Void> defect = new CompletableFuture<>();
    private final Thread thread = Thread.ofPlatform().name("livekube-uplink").unstarted(this::run);

    /// @param access the way to the cluster
    /// @throws IllegalArgumentException if the token or the hub's certificates can't be read; the message says why
    public Agent(AgentConfig config, ApiAccess access) {
        this(
                config,
                access,
                new HttpHubLink(
                        config.syncEndpoint(),
                        TokenFile.read(config.tokenFile()),
                        config.hubCaFile(),
                        config.requestTimeout(),
                        "livekube-agent/" + config.version()));
    }

    /// The same over another way to the hub.
    public Agent(AgentConfig config, ApiAccess access, HubLink link) {
        this.config = config;
        this.link = link;
        this.client = new ApiClient(access, config.client());
        this.follower = new ClusterFollower(client, config.kinds(), config.informers(), clock, random, wakeup::wake);
    }

    public void start() {
        LOG.info("cluster {}: following {}, pushing to {}", config.cluster(), client.server(), config.hub());
        if (config.hub().getScheme().equals("http")
                && !LOOPBACK.contains(config.hub().getHost())) {
            LOG.warn("the token and all objects go to {} unencrypted: use https", config.hub());
        }
        thread.start();
    }

    /// Completes with what went wrong if the agent ends by a defect of its own, and not before.
    public CompletableFuture<Void> defect() {
        return defect.copy();
    }

    private void run() {
        try {
            ClusterIdentity identity = ClusterIdentity.ask(client, IDENTITY_PATIENCE);
            follower.start();
            var hello = new Part.Hello(config.version(), identity.kubernetes(), identity.uid());
            var uplink = new Uplink(config.uplink(), new SessionId(random.nextLong(), 1), hello, random);
            new UplinkLoop(
                            uplink,
                            follower,
                            link,
                            wakeup,
                            config.limits(),
                            config.uplink(),
                            clock,
                            config.hub().toString())
                    .run();
        } catch (InterruptedException closing) {
            LOG.debug("the uplink ends", closing);
        } catch (RuntimeException | Error e) {
            LOG.error("the uplink ends by a defect", e);
            defect.completeExceptionally(e);
        }
    }

    /// Stops at once; what was not sent yet is found by comparison when the next agent starts.
    @Override
    public void close() {
        thread.interrupt();
        try {
            var _ = thread.join(CLOSING_PATIENCE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        follower.close();
        client.close();
        link.close();
    }
}
