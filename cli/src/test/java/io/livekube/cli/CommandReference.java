package io.livekube.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;
import picocli.CommandLine.Help;

/// docs/cli.md, made from what `--help` says.
final class CommandReference {
    private static final int WIDTH = 112;

    private CommandReference() {}

    static String markdown() {
        var text = new StringBuilder("""
                # The `livekube` command

                <!-- Made from `livekube COMMAND --help`: change the command, then run
                     make docs. A test compares the two. -->

                Results go to standard output, warnings and progress to standard error. Exit codes: 0 all went well, 1 it failed,
                was not found or is not fine, 2 it was called wrongly (`doctor`: could not measure). `up`, `hub`, `agent` and `simulate` end
                with 0 when they are stopped, by Ctrl-C or SIGTERM. Colours and redrawn lines only at a terminal; `NO_COLOR` turns colours
                off.

                ## Options in the environment and in a file

                Every option of every command can be set in three ways, of which the first counts:

                | where | `--token-file FILE` becomes |
                |---|---|
                | the command line | `--token-file FILE` |
                | the environment | `LIVEKUBE_TOKEN_FILE=FILE` |
                | a file: `--config FILE`, `LIVEKUBE_CONFIG`, or `~/.config/livekube/config.yaml` | `token-file: FILE` |

                A flag without value is `true` there, several values are a list (`context: [a, b]`) or have commas between them
                (`LIVEKUBE_CONTEXT=a,b`). A name in the file that no command knows is an error.

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
