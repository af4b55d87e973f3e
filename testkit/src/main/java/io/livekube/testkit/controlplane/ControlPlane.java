package io.livekube.testkit.controlplane;

import io.livekube.testkit.ApiEndpoint;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Real Kubernetes control plane on loopback, with its own ports, certificates, tokens and data.
///
/// It is ready when [#start] returns, and all of its processes are gone when [#close] returns. If the JVM
/// ends without closing it, for whatever reason, they are killed. Not thread-safe, except for [#kubectl] and
/// the accessors.
public final class ControlPlane implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ControlPlane.class);

    private final WorkDirectory work;
    private final CommandLines commands;
    private final HttpClient client;
    private final Launcher launcher;
    private final List<RunningProgram> programs = new ArrayList<>();
    private final Thread atShutdown = new Thread(this::stop, "control-plane-shutdown");
    private boolean stopped;

    private ControlPlane(WorkDirectory work, CommandLines commands) {
        this.work = work;
        this.commands = commands;
        this.client =
                endpoint("https://127.0.0.1", commands.credentials().admin()).newHttpClient();
        this.launcher = new Launcher(work.path(), client, commands.config().startTimeout());
    }

    /// Starts a control plane, building its programs first if this machine does not have them.
    public static ControlPlane start(ControlPlaneConfig config) {
        ControlPlaneBinaries binaries = ControlPlaneBinaries.provide(config.tools());
        WorkDirectory work = WorkDirectory.create();
        Path directory = work.path();
        var plane = new ControlPlane(
                work,
                new CommandLines(binaries, config, directory, Pki.create(directory), ApiCredentials.create(directory)));
        Runtime.getRuntime().addShutdownHook(plane.atShutdown);
        try {
            plane.startPrograms();
            return plane;
        } catch (RuntimeException e) {
            plane.close();
            throw e;
        }
    }

    /// The API server, with the token of the cluster administrator.
    public ApiEndpoint endpoint() {
        return endpoint(apiUrl(), commands.credentials().admin());
    }

    /// The API server, with the token of user `livekube:unprivileged`, which has access to discovery only
    /// until a test binds a role to it.
    public ApiEndpoint unprivilegedEndpoint() {
        return endpoint(apiUrl(), commands.credentials().unprivileged());
    }

    /// A kubeconfig file for the cluster administrator.
    public Path kubeconfig() {
        return work.path().resolve("kubeconfig.yaml");
    }

    /// The client certificate of user `livekube:certified`, a cluster administrator; PEM.
    public Path clientCertificate() {
        return commands.pki().clientCertificate();
    }

    /// The private key of [#clientCertificate]; PEM.
    public Path clientKey() {
        return commands.pki().clientKey();
    }

    /// The API server's certificate for loopback, signed by the authority in its [#endpoint]; PEM.
    public Path servingCertificate() {
        return commands.pki().servingCertificate();
    }

    /// The private key of [#servingCertificate]; PEM.
    public Path servingKey() {
        return commands.pki().servingKey();
    }

    public Path kubectl() {
        return commands.binaries().path(Tool.KUBECTL);
    }

    /// Runs kubectl as cluster administrator.
    public CommandResult kubectl(String... arguments) {
        return new Kubectl(kubectl(), kubeconfig(), work.path()).run("", arguments);
    }

    /// Runs `kubectl apply` on manifests in YAML or JSON.
    public CommandResult apply(String manifests) {
        return new Kubectl(kubectl(), kubeconfig(), work.path()).run(manifests, "apply", "--server-side", "-f", "-");
    }

    /// etcd's client URL, without TLS.
    public URI etcd() {
        return URI.create("http://127.0.0.1:" + program("etcd").port());
    }

    /// The directory with each program's log, named after it; gone after [#close].
    public Path logs() {
        return work.path();
    }

    /// Compacts etcd's history up to now: reads at older revisions get 410 Expired.
    ///
    /// The API server's watch cache notices within 15 seconds and then drops the snapshots from which it
    /// serves lists and continue tokens at old revisions. As in production, its window of recent *watch*
    /// events is not affected: a watch from a compacted revision works as long as the window reaches back
    /// that far. To have all of them rejected at once, restart the API server after the compaction: its cache
    /// then starts empty.
    ///
    /// @return the revision up to which history was dropped
    public long compact() {
        return new EtcdClient(etcd(), client).compact();
    }

    /// Stops the API server gracefully; the other programs keep running and wait for it.
    public void stopApiServer() {
        program("kube-apiserver").process().stopGracefully();
    }

    /// Starts the API server again, on the same port and data, and waits until it is ready.
    public void startApiServer() {
        RunningProgram before = program("kube-apiserver");
        if (before.process().isAlive()) {
            throw new IllegalStateException("the API server is running");
        }
        int etcdPort = program("etcd").port();
        programs.set(
                programs.indexOf(before),
                launcher.relaunch(before, port -> commands.apiServer(port, etcdPort), this::apiServerReady));
    }

    /// Throws, with the end of its log, if a program has died; useful in tests that time out.
    public void checkAlive() {
        for (RunningProgram program : programs) {
            if (!program.process().isAlive()) {
                throw program.process().failure("has died");
            }
        }
    }

    /// Kills every process and deletes all data.
    @Override
    public void close() {
        stop();
        try {
            Runtime.getRuntime().removeShutdownHook(atShutdown);
        } catch (IllegalStateException shuttingDown) {
            LOG.debug("closed while the JVM shuts down", shuttingDown);
        }
    }

    /// Running processes of this control plane, without their supervising shells.
    List<ProcessHandle> processes() {
        return programs.stream()
                .flatMap(program -> program.process().processes().stream())
                .toList();
    }

    private void startPrograms() {
        RunningProgram etcd = launch("etcd", commands::etcd, port -> get("http", port, "/health"));
        launch("kube-apiserver", port -> commands.apiServer(port, etcd.port()), this::apiServerReady);
        KubeconfigWriter.write(kubeconfig(), endpoint());
        ControlPlaneConfig config = commands.config();
        if (config.controllers()) {
            launch(
                    "kube-controller-manager",
                    port -> commands.controllerManager(port, kubeconfig()),
                    port -> get("https", port, "/healthz"));
        }
        if (config.scheduler()) {
            launch(
                    "kube-scheduler",
                    port -> commands.scheduler(port, kubeconfig()),
                    port -> get("https", port, "/healthz"));
        }
        var api = new ApiCalls(endpoint(), client);
        if (config.nodes() > 0) {
            Path stages = FakeNodes.writeStages(work.path());
            var nodes = new FakeNodes(api);
            nodes.create(config.nodes());
            launch("kwok", port -> commands.kwok(port, kubeconfig(), stages), port -> get("http", port, "/healthz"));
            await("fake nodes ready", config.controllers() ? nodes::takePods : nodes::haveReported);
        }
        if (config.controllers()) {
            String account = "/api/v1/namespaces/default/serviceaccounts/default";
            await("service account of the default namespace", () -> api.exists(account));
        }
    }

    /// Waits for a condition; failing calls, such as those to a busy API server, are retried.
    private void await(String what, BooleanSupplier condition) {
        var lastFailure = new AtomicReference<@Nullable ControlPlaneException>();
        if (!launcher.poll(() -> {
            checkAlive();
            try {
                return condition.getAsBoolean();
            } catch (ControlPlaneException e) {
                lastFailure.set(e);
                return false;
            }
        })) {
            throw new ControlPlaneException(
                    "no " + what + " after " + commands.config().startTimeout().toSeconds() + " s", lastFailure.get());
        }
    }

    private RunningProgram launch(
            String name, IntFunction<List<String>> command, IntFunction<HttpRequest.Builder> probe) {
        RunningProgram program = launcher.launch(name, command, probe);
        programs.add(program);
        return program;
    }

    private HttpRequest.Builder apiServerReady(int port) {
        return get("https", port, "/readyz")
                .header("Authorization", "Bearer " + commands.credentials().admin());
    }

    private static HttpRequest.Builder get(String scheme, int port, String path) {
        return HttpRequest.newBuilder(URI.create(scheme + "://127.0.0.1:" + port + path));
    }

    private String apiUrl() {
        return "https://127.0.0.1:" + program("kube-apiserver").port();
    }

    private ApiEndpoint endpoint(String url, String token) {
        return new ApiEndpoint(
                URI.create(url), Optional.of(token), Optional.of(commands.pki().caPem()));
    }

    private RunningProgram program(String name) {
        return programs.stream()
                .filter(program -> program.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(name + " is not part of this control plane"));
    }

    private synchronized void stop() {
        if (stopped) {
            return;
        }
        stopped = true;
        programs.reversed().forEach(RunningProgram::close);
        client.shutdownNow();
        work.close();
    }
}
