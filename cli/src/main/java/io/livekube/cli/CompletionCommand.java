package io.livekube.cli;

import java.io.PrintWriter;
import java.util.Locale;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        description = "Print a script that lets a shell complete commands and options.",
        footer = {
            "",
            "Examples:",
            "  source <(livekube completion bash)        also in ~/.bashrc",
            "  source <(livekube completion zsh)         also in ~/.zshrc",
            "  livekube completion fish > ~/.config/fish/completions/livekube.fish"
        })
final class CompletionCommand implements Runnable {
    /// Shells that we have a script for.
    enum Shell {
        bash,
        zsh,
        fish
    }

    @Parameters(paramLabel = "SHELL", description = "One of ${COMPLETION-CANDIDATES}.")
    private Shell shell = Shell.bash;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        CommandLine root = spec.root().commandLine();
        PrintWriter out = spec.commandLine().getOut();
        switch (shell) {
            case bash, zsh -> out.println(AutoComplete.bash("livekube", root));
            case fish -> fish(root, out);
        }
    }

    private static void fish(CommandLine root, PrintWriter out) {
        out.println("complete -c livekube -f");
        root.getSubcommands().forEach((name, command) -> {
            out.printf(
                    Locale.ROOT,
                    "complete -c livekube -n __fish_use_subcommand -a %s -d '%s'%n",
                    name,
                    quoted(command.getCommandSpec().usageMessage().description()));
            command.getCommandSpec().options().forEach(option -> fish(name, option, out));
        });
    }

    private static void fish(String command, OptionSpec option, PrintWriter out) {
        out.printf(
                Locale.ROOT,
                "complete -c livekube -n '__fish_seen_subcommand_from %s' -l %s%s -d '%s'%n",
                command,
                option.longestName().replaceFirst("^-+", ""),
                option.arity().max() > 0 ? " -r -F" : "",
                quoted(option.description()));
    }

    private static String quoted(String... description) {
        return String.join(" ", description).replace("\\", "\\\\").replace("'", "\\'");
    }
}
