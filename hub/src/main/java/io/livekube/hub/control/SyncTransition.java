package io.livekube.hub.control;

/// Sync of a cluster was turned on or off.
///
/// @param why the cause, as it follows "turned on by" or "turned off: "
public record SyncTransition(boolean on, String why) {
    @Override
    public String toString() {
        return on ? "turned on by " + why : "turned off: " + why;
    }
}
