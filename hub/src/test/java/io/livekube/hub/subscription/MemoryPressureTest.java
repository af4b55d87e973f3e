package io.livekube.hub.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// What the hub gives up when memory is short, and when it recovers.
class MemoryPressureTest {
    private final MemoryPressure pressure = new MemoryPressure();

    private MemoryPressure.State after(double... used) {
        MemoryPressure.State state = MemoryPressure.State.EASY;
        for (double share : used) {
            state = pressure.observe(share).state();
        }
        return state;
    }

    @Test
    void heapWithRoomChangesNothing() {
        assertThat(pressure.observe(0.79)).isEqualTo(new MemoryPressure.Verdict(MemoryPressure.State.EASY, 1));
    }

    @Test
    void windowsHalveWithEveryObservationDownToAMinimum() {
        assertThat(pressure.observe(0.8).share()).isEqualTo(0.5);
        assertThat(pressure.observe(0.8).share()).isEqualTo(0.25);
        for (int i = 0; i < 20; i++) {
            pressure.observe(0.85);
        }
        assertThat(pressure.observe(0.85)).isEqualTo(new MemoryPressure.Verdict(MemoryPressure.State.NARROW, 1.0 / 16));
    }

    @Test
    void watchesAreRejectedBeforeTheHeapIsFullAndAdmittedAgainWithHysteresis() {
        assertThat(after(0.8, 0.9)).isEqualTo(MemoryPressure.State.REFUSING);
        assertThat(after(0.86)).as("no flapping").isEqualTo(MemoryPressure.State.REFUSING);
        assertThat(after(0.84)).isEqualTo(MemoryPressure.State.NARROW);
        assertThat(after(0.86)).isEqualTo(MemoryPressure.State.NARROW);
    }

    @Test
    void windowsRecoverStepByStep() {
        after(0.95, 0.95, 0.95);
        assertThat(pressure.observe(0.75).share()).as("unchanged").isEqualTo(0.125);
        assertThat(pressure.observe(0.69).share()).isEqualTo(0.25);
        assertThat(after(0.6, 0.6)).isEqualTo(MemoryPressure.State.EASY);
        assertThat(pressure.observe(0.6)).isEqualTo(new MemoryPressure.Verdict(MemoryPressure.State.EASY, 1));
    }
}
