package io.livekube.hub.control;

/// A cluster was turned on or off.
///
/// @param why by whom or by what, to be told after "turned on by" or "turned off: "
public record SyncTransition(boolean on, String why) {
    @Override
    public String toString() {
        return on ? "turned on by " + why : "turned off: " + why;
    }
}
