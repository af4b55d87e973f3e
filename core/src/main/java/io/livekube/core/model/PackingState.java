package io.livekube.core.model;

import java.util.ArrayList;
import java.util.List;

/// How the bodies of a kind are held at present.
///
/// ```
///   start ──▶ Gathering ──── enough, or settled ───▶ Settled, or Provisional if trained from few
///                 ▲                                      │             │
///                 └──────── bodies pack much worse ──────┴─────────────┤
///                 └──────── many more bodies ──────────────────────────┘
/// ```
///
/// The states are mutable, since each new object changes a counter in them.
sealed interface PackingState {
    /// Objects wait with plain bodies, until there are enough of them to train a dictionary.
    final class Gathering implements PackingState {
        final List<KubeObject> waiting = new ArrayList<>();
        int bytes;
    }

    /// Bodies are packed with a dictionary from few samples, or without one, until `left` more have been packed.
    final class Provisional implements PackingState {
        final PackingRatio ratio;
        private long left;

        Provisional(PackingRatio ratio, long left) {
            this.ratio = ratio;
            this.left = left;
        }

        /// Counts a body; true if it is the last one.
        boolean packed() {
            left--;
            return left <= 0;
        }
    }

    /// Bodies are packed with a dictionary from enough samples.
    record Settled(PackingRatio ratio) implements PackingState {}
}
