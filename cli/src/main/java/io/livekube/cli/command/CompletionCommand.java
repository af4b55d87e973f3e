package io.livekube.cli.command;

import java.io.PrintWriter;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        description = "Print a shell completion script.",
        footer = {
            "",
            "Examples:",
            "  source <(livekube completion bash)        add it to ~/.bashrc",
            "  source <(livekube completion zsh)         add it to ~/.zshrc",
            "  livekube completion fish > ~/.config/fish/completions/livekube.fish"
        })
public final class CompletionCommand implements Runnable {
    /// Supported shells.
    enum Shell {
        bash,
        zsh,
        fish
    }

    @Parameters(paramLabel = "SHELL", description = "Shell: ${COMPLETION-CANDIDATES}.")
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
            CommandSpec subcommand = command.getCommandSpec();
            out.println("complete -c livekube -n __fish_use_subcommand -a %s -d '%s'"
                    .formatted(
                            name,
                            quoted(String.join(" ", subcommand.usageMessage().description()))));
            String here = "complete -c livekube -n '__fish_seen_subcommand_from " + name + "'";
            subcommand.options().forEach(option -> out.println(here + fish(option)));
            subcommand.positionalParameters().stream()
                    .filter(word -> word.completionCandidates() != null)
                    .forEach(word -> out.println(here + " -a '" + candidates(word, " ") + "'"));
        });
    }

    private static String fish(OptionSpec option) {
        var words = new StringBuilder();
        for (String name : option.names()) {
            words.append(name.startsWith("--") ? " -l " : " -s ").append(name.replaceFirst("^-+", ""));
        }
        if (option.completionCandidates() != null) {
            words.append(" -x -a '").append(candidates(option, " ")).append('\'');
        } else if (option.arity().max() > 0) {
            words.append(option.paramLabel().contains("FILE") ? " -r -F" : " -x");
        }
        String description = String.join(" ", option.description())
                .replace("${DEFAULT-VALUE}", String.valueOf(option.defaultValueString()))
                .replace("${COMPLETION-CANDIDATES}", candidates(option, ", "));
        return words + " -d '" + quoted(description) + "'";
    }

    private static String candidates(ArgSpec argument, String between) {
        return argument.completionCandidates() == null ? "" : String.join(between, argument.completionCandidates());
    }

    private static String quoted(String text) {
        return text.replace("\\", "\\\\").replace("'", "\\'");
    }
}
