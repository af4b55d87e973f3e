package io.livekube.cli;

import io.livekube.cli.command.AgentCommand;
import io.livekube.cli.command.ClustersCommand;
import io.livekube.cli.command.CompletionCommand;
import io.livekube.cli.command.DoctorCommand;
import io.livekube.cli.command.GetCommand;
import io.livekube.cli.command.HubCommand;
import io.livekube.cli.command.KubeconfigCommand;
import io.livekube.cli.command.ResyncCommand;
import io.livekube.cli.command.SearchCommand;
import io.livekube.cli.command.SimulateCommand;
import io.livekube.cli.command.SyncCommand;
import io.livekube.cli.command.TokenCommand;
import io.livekube.cli.command.TopCommand;
import io.livekube.cli.command.UpCommand;
import io.livekube.cli.command.VersionCommand;
import io.livekube.cli.command.WatchCommand;
import io.livekube.cli.process.BuildVersion;
import io.livekube.cli.terminal.CommandFailure;
import io.livekube.cli.terminal.SpellingSuggestion;
import io.livekube.cli.terminal.TerminalWriter;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/// Entry point of the `livekube` command: lists the subcommands and turns failures into one-line messages.
///
/// Exit codes: 0 for success, 1 if the command failed, 2 for a usage error.
@Command(
        name = "livekube",
        description = "A live mirror of all your Kubernetes clusters.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        versionProvider = BuildVersion.class,
        subcommands = {
            UpCommand.class,
            ClustersCommand.class,
            GetCommand.class,
            WatchCommand.class,
            SearchCommand.class,
            TopCommand.class,
            SyncCommand.class,
            ResyncCommand.class,
            DoctorCommand.class,
            KubeconfigCommand.class,
            HubCommand.class,
            AgentCommand.class,
            TokenCommand.class,
            SimulateCommand.class,
            CompletionCommand.class,
            VersionCommand.class,
            CommandLine.HelpCommand.class
        },
        footer = {
            "",
            "Every option can also be set in the environment (LIVEKUBE_TOKEN_FILE for --token-file) or in a config"
                    + " file ('token-file: …').",
            "Exit codes: 0 success, 1 failure or not found, 2 usage error.",
            "",
            "Examples:",
            "  livekube up                        watch your cluster, or simulated ones, in the browser",
            "  livekube get pods -A               list pods from the hub, as with kubectl",
            "  livekube doctor                    check how well your API server serves lists and watches"
        })
public final class Main {
    @SuppressWarnings("unused") // OptionDefaults reads it before anything is parsed; this only declares it
    @Option(
            names = OptionDefaults.FILE_OPTION,
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description = "Config file with option values (default: ~/.config/livekube/config.yaml, if it exists).")
    private @Nullable Path config;

    /// picocli reports an unknown help topic by message only.
    private static final Pattern UNKNOWN_TOPIC = Pattern.compile("^Unknown subcommand '(.+)'\\.");

    private Main() {}

    public static void main(String[] args) {
        Map<String, String> environment = System.getenv();
        PrintWriter out = TerminalWriter.ofOutput(environment);
        PrintWriter err = TerminalWriter.ofErrors(environment);
        System.exit(run(environment, out, err, args));
    }

    /// Runs one command line and returns its exit code.
    static int run(Map<String, String> environment, PrintWriter out, PrintWriter err, String... arguments) {
        try {
            OptionDefaults settings =
                    needsSettings(arguments) ? OptionDefaults.find(environment, arguments) : OptionDefaults.none();
            CommandLine command = commandLine(settings).setOut(out).setErr(err);
            if (arguments.length == 0) {
                command.usage(err);
                return CommandLine.ExitCode.USAGE;
            }
            settings.check(command);
            return command.execute(arguments);
        } catch (CommandFailure e) {
            print(err, "livekube", String.valueOf(e.getMessage()));
            return CommandLine.ExitCode.USAGE;
        } finally {
            out.flush();
            err.flush();
        }
    }

    /// `version` and `completion` work without the config file, even if it is broken.
    private static boolean needsSettings(String... arguments) {
        return arguments.length > 0 && !arguments[0].equals("version") && !arguments[0].equals("completion");
    }

    static CommandLine commandLine() {
        return commandLine(OptionDefaults.none());
    }

    private static CommandLine commandLine(OptionDefaults settings) {
        return new CommandLine(new Main())
                .setUsageHelpAutoWidth(true)
                .setDefaultValueProvider(settings)
                .setParameterExceptionHandler(oneLineForWrongUse(settings))
                .setExecutionExceptionHandler(oneLineForFailure());
    }

    private static IParameterExceptionHandler oneLineForWrongUse(OptionDefaults settings) {
        return (wrong, arguments) -> {
            CommandLine command = wrong.getCommandLine();
            String name = command.getCommandSpec().qualifiedName();
            String message = unknownCommand(wrong)
                    .or(() -> unknownOption(wrong))
                    .or(() -> unknownTopic(wrong))
                    .orElseGet(() -> String.valueOf(wrong.getMessage())
                            .lines()
                            .findFirst()
                            .orElse("invalid usage"));
            print(command.getErr(), name, message + origin(wrong, settings, arguments) + " (see " + name + " --help)");
            return CommandLine.ExitCode.USAGE;
        };
    }

    private static Optional<String> unknownCommand(ParameterException wrong) {
        CommandSpec command = wrong.getCommandLine().getCommandSpec();
        if (!(wrong instanceof UnmatchedArgumentException unmatched)
                || unmatched.isUnknownOption()
                || command.parent() != null) {
            return Optional.empty();
        }
        String typed = unmatched.getUnmatched().getFirst();
        return Optional.of("unknown command '%s'".formatted(typed)
                + meant(typed, command.subcommands().keySet()));
    }

    private static String meant(String typed, Collection<String> words) {
        return SpellingSuggestion.to(typed, words)
                .map("; did you mean '%s'?"::formatted)
                .orElse("");
    }

    private static Optional<String> unknownOption(ParameterException wrong) {
        if (!(wrong instanceof UnmatchedArgumentException unmatched) || !unmatched.isUnknownOption()) {
            return Optional.empty();
        }
        String typed = unmatched.getUnmatched().getFirst().split("=", 2)[0];
        List<String> known = wrong.getCommandLine().getCommandSpec().options().stream()
                .flatMap(option -> Arrays.stream(option.names()))
                .filter(name -> name.startsWith("--"))
                .toList();
        return Optional.of("unknown option '%s'".formatted(typed) + meant(typed, known) + leavesOut(wrong, typed));
    }

    /// A negated search term such as `-ns:kube-system` looks like an option.
    private static String leavesOut(ParameterException wrong, String typed) {
        boolean term = wrong.getCommandLine().getCommandSpec().name().equals("search") && typed.contains(":");
        return term ? "; put excluded terms after --, as in '-- %s'".formatted(typed) : "";
    }

    /// An unknown topic of `livekube help`.
    private static Optional<String> unknownTopic(ParameterException wrong) {
        CommandSpec command = wrong.getCommandLine().getCommandSpec();
        return Optional.of(UNKNOWN_TOPIC.matcher(String.valueOf(wrong.getMessage())))
                .filter(Matcher::find)
                .map(matcher -> matcher.group(1))
                .map(typed -> "unknown command '%s'".formatted(typed)
                        + meant(typed, command.root().subcommands().keySet()));
    }

    /// Names the environment variable or file that an invalid value comes from.
    private static String origin(ParameterException wrong, OptionDefaults settings, String... arguments) {
        return wrong.getArgSpec() instanceof OptionSpec option
                        && Arrays.stream(arguments)
                                .noneMatch(
                                        given -> Arrays.stream(option.names()).anyMatch(given::startsWith))
                ? settings.origin(option).map(from -> ", from " + from).orElse("")
                : "";
    }

    /// Prints a [CommandFailure] as one line; anything else is a bug and keeps its stack trace.
    private static IExecutionExceptionHandler oneLineForFailure() {
        return (failure, command, _) -> {
            if (!(failure instanceof CommandFailure expected)) {
                throw failure;
            }
            command.getOut().flush();
            print(command.getErr(), command.getCommandSpec().qualifiedName(), String.valueOf(expected.getMessage()));
            return expected.exitCode();
        };
    }

    private static void print(PrintWriter err, String command, String message) {
        err.println(command + ": " + message.lines().findFirst().orElse("failed"));
        err.flush();
    }
}
