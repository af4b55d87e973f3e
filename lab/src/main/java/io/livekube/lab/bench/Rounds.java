package io.livekube.lab.bench;

import java.util.List;

/// Interleaves contestants (A B C, C B A, A B C, …), so that a temporary slowdown of the machine affects all of
/// them, and aftereffects of one, such as garbage in a server, do not always affect the same other one.
public final class Rounds {
    private Rounds() {}

    /// Measures one contestant in one round.
    @FunctionalInterface
    public interface Trial<C> {
        void run(C contestant, int round) throws Exception;
    }

    public static <C> void interleave(int rounds, List<C> contestants, Trial<C> trial) throws Exception {
        for (int round = 1; round <= rounds; round++) {
            for (C contestant : round % 2 == 1 ? contestants : contestants.reversed()) {
                trial.run(contestant, round);
            }
        }
    }
}
