package io.livekube.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// docs/cli.md matches `--help`; `-Dlivekube.docs=write` regenerates it.
class CommandReferenceTest {
    private static final Path DOCUMENT = Path.of("../docs/cli.md");

    @Test
    void theReferenceEqualsTheHelp() throws IOException {
        String wanted = CommandReference.markdown();
        if ("write".equals(System.getProperty("livekube.docs"))) {
            Files.writeString(DOCUMENT, wanted);
        }
        assertThat(Files.readString(DOCUMENT))
                .as("docs/cli.md is out of date: run make docs")
                .isEqualTo(wanted);
    }

    @Test
    void everyCommandThatIsForPeopleHasExamples() {
        Main.commandLine().getSubcommands().forEach((name, command) -> {
            if (!name.equals("version") && !name.equals("help")) {
                assertThat(command.getUsageMessage()).as(name).contains("Examples:");
            }
        });
    }
}
