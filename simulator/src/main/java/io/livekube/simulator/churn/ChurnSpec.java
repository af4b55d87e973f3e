package io.livekube.simulator.churn;

/// Churn of a simulated cluster.
///
/// @param seed of the random choices
/// @param changesPerSecond writes to the store per second; 0 for none
public record ChurnSpec(long seed, double changesPerSecond) {
    public static final double MOST_CHANGES_PER_SECOND = 50_000;

    public ChurnSpec {
        if (!(changesPerSecond >= 0 && changesPerSecond <= MOST_CHANGES_PER_SECOND)) {
            throw new IllegalArgumentException("churn rate must be 0 to " + (int) MOST_CHANGES_PER_SECOND
                    + " changes per second, not " + changesPerSecond + ".");
        }
    }

    public static ChurnSpec defaults() {
        return new ChurnSpec(1, 10);
    }

    public ChurnSpec withSeed(long newSeed) {
        return new ChurnSpec(newSeed, changesPerSecond);
    }

    public ChurnSpec withChangesPerSecond(double newRate) {
        return new ChurnSpec(seed, newRate);
    }
}
