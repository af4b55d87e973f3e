package io.livekube.hub.control;

/// A change of a cluster's sync between on and off.
///
/// @param why the cause, phrased to follow "turned on by" or "turned off:"
public record SyncTransition(boolean on, String why) {
    @Override
    public String toString() {
        return on ? "turned on by " + why : "turned off: " + why;
    }
}
