package io.livekube.cli;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;

/// The `livekube` command: its subcommands, and what a user sees when something is wrong.
///
/// Exit codes: 0 for success, 1 when the command failed, 2 when it was called wrongly.
@Command(
        name = "livekube",
        description = "A live, honest mirror of every Kubernetes cluster you own.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        subcommands = {
            UpCommand.class,
            HubCommand.class,
            AgentCommand.class,
            SimulateCommand.class,
            VersionCommand.class,
            CommandLine.HelpCommand.class
        })
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main())
                .setUsageHelpAutoWidth(true)
                .setParameterExceptionHandler(oneLineForWrongUse())
                .setExecutionExceptionHandler(oneLineForFailure());
    }

    private static IParameterExceptionHandler oneLineForWrongUse() {
        return (wrong, _) -> {
            CommandLine command = wrong.getCommandLine();
            String name = command.getCommandSpec().qualifiedName();
            print(command.getErr(), name, wrong.getMessage() + " (see " + name + " --help)");
            return CommandLine.ExitCode.USAGE;
        };
    }

    /// A [CommandFailure] is for the user and gets one line; anything else is a defect of ours and keeps
    /// its stack
    /// trace.
    private static IExecutionExceptionHandler oneLineForFailure() {
        return (failure, command, _) -> {
            if (!(failure instanceof CommandFailure)) {
                throw failure;
            }
            print(command.getErr(), command.getCommandSpec().qualifiedName(), String.valueOf(failure.getMessage()));
            return CommandLine.ExitCode.SOFTWARE;
        };
    }

    private static void print(PrintWriter err, String command, String message) {
        err.println(command + ": " + message.lines().findFirst().orElse("failed"));
        err.flush();
    }
}
