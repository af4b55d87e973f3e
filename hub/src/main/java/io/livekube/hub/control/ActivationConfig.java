package io.livekube.hub.control;

import java.time.Duration;

/// Rules for turning off clusters without readers.
///
/// @param settings default for clusters without explicit settings
/// @param idleAfter how long a cluster, or a kind that is synced on demand, stays on without readers
/// @param keepOff how long the objects of a cluster that is off are kept
/// @param checkEvery interval between checks for idle clusters
public record ActivationConfig(SyncSettings settings, Duration idleAfter, Duration keepOff, Duration checkEvery) {
    public ActivationConfig {
        if (!idleAfter.isPositive() || keepOff.isNegative()) {
            throw new IllegalArgumentException(
                    "idleAfter must be positive and keepOff not negative, got %s and %s".formatted(idleAfter, keepOff));
        }
        if (!checkEvery.isPositive()) {
            throw new IllegalArgumentException("checkEvery must be positive, got " + checkEvery);
        }
    }

    public static ActivationConfig defaults() {
        return new ActivationConfig(
                new SyncSettings(SyncMode.AUTO, new SyncedKinds.All()),
                Duration.ofMinutes(30),
                Duration.ofHours(1),
                Duration.ofMinutes(1));
    }

    /// Copy with another default mode.
    public ActivationConfig withMode(SyncMode mode) {
        return new ActivationConfig(new SyncSettings(mode, settings.kinds()), idleAfter, keepOff, checkEvery);
    }

    public ActivationConfig withIdleAfter(Duration changed) {
        return new ActivationConfig(settings, changed, keepOff, checkEvery);
    }
}
