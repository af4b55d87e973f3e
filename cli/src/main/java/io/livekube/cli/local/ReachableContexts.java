package io.livekube.cli.local;

import io.livekube.cli.cluster.ClusterAccess;
import io.livekube.cli.terminal.CommandFailure;
import io.livekube.core.access.ApiAccess;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Contexts of a kubeconfig whose API servers can be reached.
public final class ReachableContexts {
    private static final Logger LOG = LoggerFactory.getLogger(ReachableContexts.class);

    private sealed interface Probe {
        record Open(String context, ApiAccess access) implements Probe {}

        record Closed(String context, String problem) implements Probe {}
    }

    private ReachableContexts() {}

    /// Probes all contexts in parallel and skips unreachable ones with a warning.
    ///
    /// @param file if empty, the kubeconfig that kubectl would use
    /// @throws CommandFailure if none can be reached
    public static List<NamedCluster> of(Optional<Path> file, List<String> contexts, PrintWriter out, PrintWriter err)
            throws InterruptedException {
        var clusters = new ArrayList<NamedCluster>();
        for (Probe probe : probes(file, contexts)) {
            switch (probe) {
                case Probe.Closed closed
                when contexts.size() == 1 ->
                    throw new CommandFailure("context %s: %s".formatted(closed.context(), closed.problem()));
                case Probe.Closed closed ->
                    err.println("warning: skipping context %s: %s".formatted(closed.context(), closed.problem()));
                case Probe.Open open -> {
                    out.println(following(open.context(), open.access()));
                    List<String> others =
                            clusters.stream().map(NamedCluster::name).toList();
                    clusters.add(new NamedCluster(ClusterNames.of(open.context(), others), open.access()));
                }
            }
        }
        out.flush();
        err.flush();
        if (clusters.isEmpty()) {
            throw new CommandFailure("none of the contexts can be reached (see above); try --simulate");
        }
        return clusters;
    }

    public static String following(String context, ApiAccess access) {
        return "Following context %s (%s), read-only.".formatted(context, access.server());
    }

    private static List<Probe> probes(Optional<Path> file, List<String> contexts) throws InterruptedException {
        try (var workers = Executors.newVirtualThreadPerTaskExecutor()) {
            var probes = new ArrayList<Probe>();
            // Unlike submit, invokeAll cancels all of them when it is interrupted.
            for (Future<Probe> one : workers.invokeAll(contexts.stream()
                    .<Callable<Probe>>map(context -> () -> probe(file, context))
                    .toList())) {
                probes.add(one.get());
            }
            return probes;
        } catch (ExecutionException e) {
            throw new IllegalStateException("probing API servers", e.getCause());
        }
    }

    private static Probe probe(Optional<Path> file, String context) throws InterruptedException {
        try {
            ApiAccess access = ClusterAccess.of(file, Optional.of(context));
            return ClusterAccess.problem(access)
                    .<Probe>map(problem -> new Probe.Closed(context, problem))
                    .orElseGet(() -> new Probe.Open(context, access));
        } catch (CommandFailure e) {
            return new Probe.Closed(context, String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            LOG.debug("context {}", context, e);
            return new Probe.Closed(
                    context,
                    "a bug in Livekube (%s): please report it with the log at LIVEKUBE_LOG_LEVEL=DEBUG"
                            .formatted(e.getClass().getSimpleName()));
        }
    }
}
