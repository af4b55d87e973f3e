package io.livekube.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ProcessUsageTest {
    @Test
    void cpuTimeIsUserPlusSystemTicksForAnyCommandName() {
        String stat = "42 (a) b (c) S 1 2 3 4 5 6 7 8 9 10 150 50 0 0 20 0 1 0";

        assertThat(ProcessUsage.cpuSeconds(stat)).isEqualTo(2.0);
    }

    @Test
    void currentProcessHasUsedTimeAndMemory() {
        ProcessUsage usage = ProcessUsage.of(ProcessHandle.current().pid());

        assertThat(usage.cpuSeconds()).isPositive();
        assertThat(usage.rssBytes()).isPositive().isLessThanOrEqualTo(usage.peakRssBytes());
    }

    @Test
    void compilersOfThisProcessUsePartOfItsTime() {
        long pid = ProcessHandle.current().pid();
        double compilers = ProcessUsage.compilerSeconds(pid);

        assertThat(compilers)
                .isPositive()
                .isLessThanOrEqualTo(ProcessUsage.of(pid).cpuSeconds());
    }

    @Test
    void exitedProcessIsNamed() {
        assertThatThrownBy(() -> ProcessUsage.of(Integer.MAX_VALUE))
                .isInstanceOf(BenchException.class)
                .hasMessageContaining("process " + Integer.MAX_VALUE);
    }
}
