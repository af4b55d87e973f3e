package io.livekube.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;
import picocli.CommandLine.Help;

/// Generates docs/cli.md from `--help`.
final class CommandReference {
    private static final int WIDTH = 112;

    private CommandReference() {}

    static String markdown() {
        var text = new StringBuilder("""
                # The `livekube` command

                <!-- Generated from `livekube COMMAND --help`: change the command, then run
                     make docs. A test compares the two. -->

                Results go to standard output; warnings and progress go to standard error. Exit codes: 0 success, 1 failure, not
                found, or problems found by `doctor`, 2 usage error (or `doctor` could not measure). `up`, `hub`, `agent` and
                `simulate` exit with 0 when they are stopped with Ctrl-C or SIGTERM. Colors and redrawn lines appear only on a
                terminal; set `NO_COLOR` to disable colors.

                ## Setting options in the environment or a config file

                Every option can be set in three places. The first one that sets it wins:

                | place | `--token-file FILE` becomes |
                |---|---|
                | command line | `--token-file FILE` |
                | environment | `LIVEKUBE_TOKEN_FILE=FILE` |
                | config file: `--config FILE`, `LIVEKUBE_CONFIG`, or `~/.config/livekube/config.yaml` | `token-file: FILE` |

                Outside the command line, a flag without a value is `true`. Multiple values are a list (`context: [a, b]`) or
                comma-separated (`LIVEKUBE_CONTEXT=a,b`). An unknown name in the config file is an error.

                """);
        CommandLine root = Main.commandLine().setUsageHelpAutoWidth(false).setUsageHelpWidth(WIDTH);
        section(text, "livekube", root);
        root.getSubcommands().forEach((name, command) -> section(text, "livekube " + name, command));
        return text.toString();
    }

    private static void section(StringBuilder text, String name, CommandLine command) {
        var help = new StringWriter();
        command.setUsageHelpAutoWidth(false).setUsageHelpWidth(WIDTH);
        command.usage(new PrintWriter(help), Help.Ansi.OFF);
        text.append("## `").append(name).append("`\n\n```text\n");
        help.toString()
                .lines()
                .map(String::stripTrailing)
                .forEach(line -> text.append(line).append('\n'));
        text.append("```\n\n");
    }
}
