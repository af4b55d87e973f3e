package io.livekube.cli.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.cli.local.KindProgress.Step;
import io.livekube.cli.terminal.TerminalSize;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ProgressTableTest {
    private static final List<KindProgress> KINDS = Stream.of(
                    "pods",
                    "customresourcedefinitions.apiextensions.k8s.io",
                    "endpointslices.discovery.k8s.io",
                    "deployments.apps")
            .map(kind ->
                    new KindProgress("shop", kind, Step.LISTING, 5, 12_020, 14_600_000, Duration.ofSeconds(61), ""))
            .toList();

    private static List<String> at(int lines, int columns) {
        return ProgressTable.lines(KINDS, new TerminalSize(lines, columns), new PrintWriter(new StringWriter()));
    }

    @Test
    void linesFitAScreenAndLoseTheGroupFirst() {
        assertThat(at(22, 80))
                .hasSize(5)
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80))
                .anySatisfy(line -> assertThat(line).contains(" endpointslices "))
                .anySatisfy(line -> assertThat(line).contains(" deployments.apps "))
                .anySatisfy(line -> assertThat(line).contains(" customresourcedefinitio… "));
    }

    @Test
    void whereThereIsRoomNothingIsLeftOut() {
        assertThat(at(22, 120))
                .anySatisfy(line -> assertThat(line).contains(" customresourcedefinitions.apiextensions.k8s.io "));
    }

    @Test
    void rowsThatDoNotFitAreCounted() {
        assertThat(at(4, 80)).hasSize(4).last().isEqualTo("… and 2 more listing");
    }
}
