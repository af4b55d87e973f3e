package io.livekube.lab.freshness;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.lab.bench.BenchException;
import io.livekube.lab.bench.Benchmark;
import io.livekube.lab.bench.ChildProcess;
import io.livekube.lab.bench.GeneratorReport;
import io.livekube.lab.bench.GoPeers;
import io.livekube.lab.bench.Option;
import io.livekube.lab.bench.PlotPanel;
import io.livekube.lab.bench.Run;
import io.livekube.lab.child.Child;
import io.livekube.lab.informer.LoadedControlPlane;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// The benchmark `pixel`: from a write to a real API server to the painted row in Chromium, through agent, hub
/// and stream; while nothing else happens, and while other pods change.
///
/// The measured time starts just before the PATCH is sent, so it includes the API server's own work, and ends
/// after the frame in which the row shows the change. Writer and browser use the same clock.
public final class PixelBenchmark implements Benchmark {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final int KINDS = 18;
    private static final int AGENT_HEAP_MB = 96;
    /// Approximate duration of a sample, including the pause after it.
    private static final int SAMPLE_MS = 150;

    @Override
    public String name() {
        return "pixel";
    }

    @Override
    public String question() {
        return "how long until a change in the cluster is seen in the browser?";
    }

    @Override
    public List<Option> options() {
        return List.of(
                Option.of("pods", "pods on the server, and in the table", 2_000, 200),
                Option.of("samples", "changes that are timed, each time", 200, 20),
                Option.of("rate", "other changes per second in the second run", 50, 20));
    }

    @Override
    public void run(Run run) throws Exception {
        GoPeers go = GoPeers.build(run);
        try (LoadedControlPlane plane =
                LoadedControlPlane.start(run, go, run.options().number("pods"))) {
            Pipeline pipeline =
                    Pipeline.start(run, plane.kubeconfig(), AGENT_HEAP_MB, List.of("-XX:+UseSerialGC"), KINDS);
            ChildProcess browser = browser(run, plane, pipeline.url());
            int samples = run.options().number("samples");
            measure(browser, samples / 4); // warm-up: cold code is not representative
            record(run, "quiet", measure(browser, samples));
            try (ChildProcess churner = plane.churner(run, go)) {
                churner.send(
                        "churn",
                        Child.fields()
                                .put("rate", run.options().number("rate"))
                                .put("seconds", samples * SAMPLE_MS / 1000));
                record(run, "busy", measure(browser, samples));
                GeneratorReport.of("churner", churner.await("churn", LIMIT)).validate(run.results());
            }
        }
    }

    private static ChildProcess browser(Run run, LoadedControlPlane plane, String hub) {
        Path root = run.lab().path().resolve("..").normalize();
        String ca = plane.endpoint()
                .caPem()
                .map(pem -> run.write("apiserver-ca.pem", pem).toString())
                .orElseThrow(() -> new BenchException("the API server has no certificate"));
        List<String> command = List.of(
                "node",
                root.resolve("web/bench/pixel.mjs").toString(),
                hub,
                Pipeline.CLUSTER,
                plane.endpoint().url().toString(),
                plane.endpoint().token().orElse(""),
                ca,
                chromium(root));
        ChildProcess browser = run.start("pixel", command);
        browser.await("ready", LIMIT);
        return browser;
    }

    private static String chromium(Path root) {
        try {
            Process finder = new ProcessBuilder(root.resolve("build/browser").toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String path = new String(finder.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            if (finder.waitFor() != 0) {
                throw new BenchException("Chromium not found: see build/browser");
            }
            return path;
        } catch (IOException e) {
            throw new BenchException("cannot run build/browser", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchException("interrupted while looking for Chromium", e);
        }
    }

    private static JsonNode measure(ChildProcess browser, int samples) {
        return browser.ask("measure", Child.fields().put("samples", samples), LIMIT);
    }

    private static void record(Run run, String when, JsonNode seen) {
        for (String metric : List.of("p50_ms", "p99_ms", "max_ms", "write_p50_ms")) {
            run.results().record(metric, when, seen.path(metric).asDouble());
        }
        run.results().figure("samples_" + when, seen.path("samples").asDouble());
        run.progress("%s: p50 %d ms, p99 %d ms, maximum %d ms; the write itself takes %d ms"
                .formatted(
                        when,
                        seen.path("p50_ms").asLong(),
                        seen.path("p99_ms").asLong(),
                        seen.path("max_ms").asLong(),
                        seen.path("write_p50_ms").asLong()));
    }

    @Override
    public List<PlotPanel> panels() {
        return List.of(
                new PlotPanel("from the write to the pixel, p50", "p50_ms", "ms"),
                new PlotPanel("from the write to the pixel, p99", "p99_ms", "ms"));
    }
}
