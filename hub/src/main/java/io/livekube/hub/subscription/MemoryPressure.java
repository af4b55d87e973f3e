package io.livekube.hub.subscription;

/// Decides what the hub gives up as the heap fills up, so that it does not run out of memory.
///
/// ```
///            ≥ 80 %                  ≥ 90 %
///  EASY ──────────────▶ NARROW ──────────────▶ REFUSING
///    ▲    windows halve   │ ▲    no new watches    │
///    └── full size again ─┘ └─────── < 85 % ───────┘
///            < 70 %
/// ```
///
/// In `NARROW` and `REFUSING`, every observation of at least 80 % halves the windows, down to a sixteenth;
/// every observation below 70 % doubles them again. Open watches stay open unless their cursor falls out of a
/// window. No clock and no I/O.
public final class MemoryPressure {
    static final double NARROW_FROM = 0.80;
    static final double EASY_BELOW = 0.70;
    static final double REFUSE_FROM = 0.90;
    static final double ADMIT_BELOW = 0.85;
    static final double LEAST_SHARE = 1.0 / 16;

    private State state = State.EASY;
    private double share = 1;

    /// Level of memory pressure.
    public enum State {
        EASY(0),
        NARROW(1),
        REFUSING(2);

        private final int level;

        State(int level) {
            this.level = level;
        }

        /// Level in metrics: higher is worse.
        public int level() {
            return level;
        }
    }

    /// The measures to take.
    ///
    /// @param share share of each window to keep
    public record Verdict(State state, double share) {}

    /// Records the heap usage.
    ///
    /// @param used share of the heap in use after a collection
    public Verdict observe(double used) {
        if (used >= NARROW_FROM) {
            share = Math.max(LEAST_SHARE, share / 2);
        } else if (used < EASY_BELOW) {
            share = Math.min(1, share * 2);
        }
        boolean refusing = used >= REFUSE_FROM || (state == State.REFUSING && used >= ADMIT_BELOW);
        if (refusing) {
            state = State.REFUSING;
        } else {
            state = share < 1 ? State.NARROW : State.EASY;
        }
        return new Verdict(state, share);
    }
}
