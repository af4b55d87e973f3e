package io.livekube.hub.watch;

/// Decides, by how full the heap is after collections, what is given up so that nothing dies.
///
/// ```
///            ≥ 80 %                  ≥ 90 %
///  EASY ──────────────▶ NARROW ──────────────▶ REFUSING
///    ▲    windows halve   │ ▲    no new watches    │
///    └── whole again and ─┘ └─────── < 85 % ───────┘
///            < 70 %
/// ```
///
/// While it is narrow every further look halves the windows, down to a sixteenth; below 70 % every look
/// doubles them again. Open watches go on throughout, unless what they are to be told next falls out of a
/// window. No clock and no I/O: it is told what there is each time somebody has looked.
public final class Pressure {
    static final double NARROW_FROM = 0.80;
    static final double EASY_BELOW = 0.70;
    static final double REFUSE_FROM = 0.90;
    static final double ADMIT_BELOW = 0.85;
    static final double LEAST_SHARE = 1.0 / 16;

    private State state = State.EASY;
    private double share = 1;

    /// How bad it is.
    public enum State {
        EASY(0),
        NARROW(1),
        REFUSING(2);

        private final int level;

        State(int level) {
            this.level = level;
        }

        /// For metrics: the worse the higher.
        public int level() {
            return level;
        }
    }

    /// What is to be done.
    ///
    /// @param share how much of each window may stay
    public record Verdict(State state, double share) {}

    /// Decides anew.
    ///
    /// @param used share of the heap that is in use after a collection
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
