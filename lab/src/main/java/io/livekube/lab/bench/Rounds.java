package io.livekube.lab.bench;

import java.util.List;

/// Interleaves contestants (A B C, A B C, …), so that a slow spell of the machine hits them all.
public final class Rounds {
    private Rounds() {}

    /// Measures one contestant in one round.
    @FunctionalInterface
    public interface Trial<C> {
        void run(C contestant, int round) throws Exception;
    }

    public static <C> void interleave(int rounds, List<C> contestants, Trial<C> trial) throws Exception {
        for (int round = 1; round <= rounds; round++) {
            for (C contestant : contestants) {
                trial.run(contestant, round);
            }
        }
    }
}
