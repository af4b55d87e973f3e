package io.livekube.hub.watch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// What is given up when memory is short, and when it is given back.
class PressureTest {
    private final Pressure pressure = new Pressure();

    private Pressure.State after(double... used) {
        Pressure.State state = Pressure.State.EASY;
        for (double share : used) {
            state = pressure.observe(share).state();
        }
        return state;
    }

    @Test
    void aHeapWithRoomCostsNobodyAnything() {
        assertThat(pressure.observe(0.79)).isEqualTo(new Pressure.Verdict(Pressure.State.EASY, 1));
    }

    @Test
    void windowsHalveAtEveryLookButNeverVanish() {
        assertThat(pressure.observe(0.8).share()).isEqualTo(0.5);
        assertThat(pressure.observe(0.8).share()).isEqualTo(0.25);
        for (int i = 0; i < 20; i++) {
            pressure.observe(0.85);
        }
        assertThat(pressure.observe(0.85)).isEqualTo(new Pressure.Verdict(Pressure.State.NARROW, 1.0 / 16));
    }

    @Test
    void watchesAreRefusedBeforeAnythingDiesAndAdmittedAgainWithSomeDistance() {
        assertThat(after(0.8, 0.9)).isEqualTo(Pressure.State.REFUSING);
        assertThat(after(0.86)).as("no to and fro").isEqualTo(Pressure.State.REFUSING);
        assertThat(after(0.84)).isEqualTo(Pressure.State.NARROW);
        assertThat(after(0.86)).isEqualTo(Pressure.State.NARROW);
    }

    @Test
    void windowsComeBackStepByStepOnceThereIsRoom() {
        after(0.95, 0.95, 0.95);
        assertThat(pressure.observe(0.75).share()).as("neither more nor less").isEqualTo(0.125);
        assertThat(pressure.observe(0.69).share()).isEqualTo(0.25);
        assertThat(after(0.6, 0.6)).isEqualTo(Pressure.State.EASY);
        assertThat(pressure.observe(0.6)).isEqualTo(new Pressure.Verdict(Pressure.State.EASY, 1));
    }
}
