package io.livekube.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The document about the library shows Java that compiles, within a `try` that has opened what its first example
/// opens.
class ShownCodeTest {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```java\n(.*?)^```");

    @TempDir
    private Path directory = Path.of("");

    static Stream<String> blocks() throws IOException {
        String documents = Files.readString(Path.of("../README.md")) + Files.readString(Path.of("../docs/library.md"));
        List<String> blocks =
                BLOCK.matcher(documents).results().map(block -> block.group(1)).toList();
        assertThat(blocks).hasSize(documents.split("```java", -1).length - 1).hasSizeGreaterThanOrEqualTo(4);
        return blocks.stream();
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void whatIsShownCompiles(String block) throws IOException {
        Path source = Files.writeString(directory.resolve("Shown.java"), around(block));
        var said = new StringWriter();
        var out = new PrintWriter(said);
        int code = ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(
                        out,
                        out,
                        "-d",
                        directory.toString(),
                        "-proc:none",
                        "-cp",
                        System.getProperty("java.class.path"),
                        source.toString());
        assertThat(code).as(said.toString()).isZero();
    }

    private static String around(String block) {
        return """
            import io.livekube.core.*;
            import io.livekube.core.informer.*;
            import io.livekube.core.access.*;
            import io.livekube.core.handler.*;
            import io.livekube.core.http.*;
            import io.livekube.core.listwatch.*;
            import io.livekube.core.model.*;
            import io.livekube.core.queue.*;
            import io.livekube.core.store.*;
            import java.time.Duration;
            import java.util.*;
            import java.util.concurrent.*;
            import java.util.random.RandomGenerator;
            import org.slf4j.*;

            record Shown(ApiClient client, InformerFactory informers) {
                static final Logger LOG = LoggerFactory.getLogger(Shown.class);

                void block() throws Exception {
                    %s
                }
            }
            """.formatted(block);
    }
}
