package io.livekube.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SeriesTest {
    @Test
    void medianOfAnEvenNumberOfRoundsIsTheMeanOfTheMiddleTwo() {
        var series = new Series("sync_s", "a", List.of(9.0, 1.0, 3.0, 2.0));

        assertThat(series.median()).isEqualTo(2.5);
        assertThat(series.min()).isEqualTo(1.0);
        assertThat(series.max()).isEqualTo(9.0);
    }

    @Test
    void nonNumericValuesAreRejected() {
        assertThatThrownBy(() -> new Series("sync_s", "a", List.of(Double.NaN)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("sync_s of a");
    }

    @Test
    void figuresKeepSignificantDigits() {
        assertThat(FigureFormat.plain(0.012345)).isEqualTo("0.01235");
        assertThat(FigureFormat.plain(1234567)).isEqualTo("1234567");
        assertThat(FigureFormat.human(1234567.8)).isEqualTo("1,234,568");
    }
}
