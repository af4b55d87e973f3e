package io.livekube.cli.command;

import io.livekube.agent.kinds.KindSelection;
import io.livekube.cli.cluster.FollowOptions;
import io.livekube.cli.doctor.Checks;
import io.livekube.cli.doctor.ClusterProbe;
import io.livekube.cli.doctor.Finding;
import io.livekube.cli.doctor.JsonReport;
import io.livekube.cli.doctor.Measurements;
import io.livekube.cli.doctor.ProbeClient;
import io.livekube.cli.doctor.TextReport;
import io.livekube.cli.terminal.CommandFailure;
import io.livekube.cli.terminal.DurationConverter;
import io.livekube.cli.terminal.LiveLines;
import io.livekube.cli.terminal.TerminalWriter;
import io.livekube.cli.terminal.UsageErrors;
import io.livekube.cli.terminal.Yaml;
import io.livekube.core.access.ApiAccess;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        description = "Check how well an API server serves lists and watches, and suggest settings.",
        footer = {
            "",
            "Sends only reads, one at a time. Exit codes: 0 no problems, 1 problems found, 2 could not measure.",
            "",
            "Examples:",
            "  livekube doctor",
            "  livekube doctor --context kind-demo --resource-types Pod,Event",
            "  livekube doctor --request-timeout 90s --sync-timeout 60s     check these settings",
            "  livekube doctor -o json > before.json"
        })
public final class DoctorCommand implements Callable<Integer> {
    /// Output formats.
    enum Form {
        text,
        json,
        yaml
    }

    @Mixin
    private FollowOptions following = new FollowOptions();

    @Option(
            names = "--most-in-one-piece",
            paramLabel = "N",
            description = "List kinds with more objects in pages only (default: ${DEFAULT-VALUE}).")
    private long mostInOnePiece = 20000;

    @Option(
            names = "--time-limit",
            paramLabel = "TIME",
            defaultValue = "2m",
            converter = DurationConverter.class,
            description = "Time limit for all measurements (default: ${DEFAULT-VALUE}).")
    private Duration timeLimit = Duration.ofMinutes(2);

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "Output format: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private Form output = Form.text;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws InterruptedException {
        KindSelection selection = UsageErrors.valid(spec, () -> following.kinds(false));
        if (following.pageSize() < 1
                || !following.requestTimeout().isPositive()
                || !following.syncTimeout().isPositive()
                || !timeLimit.isPositive()) {
            throw new ParameterException(spec.commandLine(), "durations and --page-size must be positive");
        }
        PrintWriter out = spec.commandLine().getOut();
        Measurements measured = measure(selection);
        List<Finding> findings = Checks.findings(measured);
        switch (output) {
            case text -> TextReport.print(measured, findings, out);
            case json -> out.println(Yaml.json(JsonReport.of(measured, findings)));
            case yaml -> out.print(Yaml.write(JsonReport.of(measured, findings)));
        }
        return Checks.exitCode(findings);
    }

    private Measurements measure(KindSelection selection) throws InterruptedException {
        PrintWriter err = spec.commandLine().getErr();
        ApiAccess access;
        try {
            access = following.access();
        } catch (CommandFailure e) {
            throw new CommandFailure(String.valueOf(e.getMessage()), 2);
        }
        var limits = new Measurements.Limits(following.requestTimeout(), following.syncTimeout(), following.pageSize());
        try (var client = new ProbeClient(access, timeLimit);
                var lines = new LiveLines(err)) {
            return new ClusterProbe(client, limits, mostInOnePiece, step -> show(step, err, lines)).measure(selection);
        }
    }

    /// Redraws one line on a terminal; elsewhere prints a line per kind.
    private static void show(String step, PrintWriter err, LiveLines lines) {
        if (err instanceof TerminalWriter) {
            lines.draw(List.of("measuring " + step));
        } else if (step.endsWith(": LIST in pages")) {
            err.println("measuring " + step.substring(0, step.indexOf(": ")));
            err.flush();
        }
    }
}
