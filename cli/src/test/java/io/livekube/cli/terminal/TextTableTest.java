package io.livekube.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tables and numbers in kubectl's style.
class TextTableTest {
    @Test
    void columnsLineUpAndControlCharactersDoNotReachTheTerminal() {
        var table = TextTable.of("Name", "Status");
        table.row(List.of("web-1", "Running"));
        table.row(List.of("evil", "\u001b[31mred"), TextColor.BAD);
        var out = new StringWriter();
        table.print(new PrintWriter(out), true);

        assertThat(out.toString()).isEqualTo("NAME    STATUS\nweb-1   Running\nevil     [31mred\n");
    }

    @Test
    void laterRowsLineUpWithEarlierOnes() {
        var table = TextTable.of("Name", "Age");
        var out = new StringWriter();
        table.row(List.of("a-long-name", "1s"));
        table.print(new PrintWriter(out), true);
        table.row(List.of("b", "2s"));
        table.print(new PrintWriter(out), false);

        assertThat(out.toString().lines()).containsExactly("NAME          AGE", "a-long-name   1s", "b             2s");
    }

    @ParameterizedTest
    @CsvSource({"0,0s", "119,119s", "200,3m20s", "600,10m", "10800,3h", "200000,2d7h", "63072000,2y"})
    void agesAreKubectls(long seconds, String text) {
        assertThat(HumanNumbers.age(Duration.ofSeconds(seconds))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"999,999 B", "1500,1.5 KB", "123456789,123 MB"})
    void sizesHaveThreeFigures(long bytes, String text) {
        assertThat(HumanNumbers.bytes(bytes)).isEqualTo(text);
    }
}
