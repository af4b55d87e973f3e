package io.livekube.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// No tag excludes a test from every run.
class TestTagsTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern TAG = Pattern.compile("@Tag\\(\"([^\"]*)\"\\)");

    private static List<Path> modules() throws IOException {
        try (Stream<Path> all = Files.list(ROOT)) {
            return all.filter(module -> Files.isDirectory(module.resolve("src/test/java")))
                    .toList();
        }
    }

    private static List<Path> sources(Path module) throws IOException {
        try (Stream<Path> all = Files.walk(module.resolve("src/test/java"))) {
            return all.filter(file -> file.toString().endsWith(".java")).toList();
        }
    }

    private static Set<String> tags(Path module) throws IOException {
        Set<String> tags = new TreeSet<>();
        for (Path source : sources(module)) {
            TAG.matcher(Files.readString(source)).results().forEach(tag -> tags.add(tag.group(1)));
        }
        return tags;
    }

    @Test
    void modulesWithTestsThatRunAloneEnableThem() throws IOException {
        for (Path module : modules()) {
            assertThat(Files.readString(module.resolve("pom.xml")).contains("<skipTestsAlone>false</skipTestsAlone>"))
                    .as("%s/pom.xml sets skipTestsAlone to false", module.getFileName())
                    .isEqualTo(tags(module).contains("alone"));
        }
    }

    /// Both Surefire executions write one report per class, so a class split between them would lose one.
    @Test
    void runAloneTagIsOnWholeClasses() throws IOException {
        for (Path module : modules()) {
            for (Path source : sources(module)) {
                assertThat(Files.readString(source))
                        .as("%s", ROOT.relativize(source))
                        .doesNotContainPattern("(?m)^\\s+@Tag\\(\"alone\"\\)");
            }
        }
    }

    @Test
    void onlyTagsKnownToTheBuildAreUsed() throws IOException {
        for (Path module : modules()) {
            assertThat(tags(module))
                    .as("tags in %s", module.getFileName())
                    .isSubsetOf("alone", "control-plane", "slow");
        }
    }
}
