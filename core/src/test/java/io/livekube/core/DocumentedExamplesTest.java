package io.livekube.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Examples in package documentation compile as they are.
class DocumentedExamplesTest {
    private static final Pattern EXAMPLE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    @TempDir
    private Path directory = Path.of("");

    @ParameterizedTest
    @ValueSource(strings = {"informer", "queue"})
    void theExamplesOfAPackageCompile(String name) throws IOException {
        String text = Files.readAllLines(Path.of("src/main/java/io/livekube/core", name, "package-info.java")).stream()
                .map(line -> line.replaceFirst("^/// ?", ""))
                .collect(Collectors.joining("\n"));
        List<String> examples =
                EXAMPLE.matcher(text).results().map(found -> found.group(1)).toList();
        assertThat(examples)
                .isNotEmpty()
                .allSatisfy(example -> assertThat(errors(example)).as(example).isEmpty());
    }

    private List<Diagnostic<? extends JavaFileObject>> errors(String example) {
        String source = """
                import io.livekube.core.informer.*;
                import io.livekube.core.access.*;
                import io.livekube.core.handler.*;
                import io.livekube.core.http.*;
                import io.livekube.core.listwatch.*;
                import io.livekube.core.model.*;
                import io.livekube.core.queue.*;
                import java.time.*;
                import java.util.*;
                import java.util.concurrent.*;
                abstract class Example {
                    InformerFactory informers; // made in the examples before
                    void example() throws Exception {
                        %s
                    }
                }
                """.formatted(example);
        var file = new SimpleJavaFileObject(URI.create("string:///Example.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return source;
            }
        };
        var told = new DiagnosticCollector<JavaFileObject>();
        List<String> options =
                List.of("-proc:none", "-d", directory.toString(), "-cp", System.getProperty("java.class.path"));
        var _ = ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, told, options, null, List.of(file))
                .call();
        return told.getDiagnostics().stream()
                .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
                .collect(Collectors.toList());
    }
}
