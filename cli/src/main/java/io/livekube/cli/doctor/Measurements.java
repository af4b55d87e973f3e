package io.livekube.cli.doctor;

import java.time.Duration;
import java.util.List;

/// All that was measured of an API server.
///
/// @param kinds that were asked for; one that is not served says so in its listing
/// @param changes how long they take to a watch
/// @param left kinds that were not measured before the time was up
public record Measurements(
        Server server,
        Limits limits,
        Requests requests,
        List<KindMeasurements> kinds,
        ChangeDelay changes,
        List<String> left) {
    public Measurements {
        kinds = List.copyOf(kinds);
        left = List.copyOf(left);
    }

    /// @param version as `v1.36.3`
    /// @param roundTrip of a request that costs next to nothing, the quickest of several
    /// @param fairness whether it says by which priority level it serves us
    record Server(String url, String version, Duration roundTrip, boolean fairness) {}

    /// What an agent is given, or would be by default.
    ///
    /// @param request until a page's first byte
    /// @param sync until a kind is synced
    public record Limits(Duration request, Duration sync, int pageSize) {}

    /// @param throttled how many were answered with 429
    record Requests(int sent, int throttled) {}
}
