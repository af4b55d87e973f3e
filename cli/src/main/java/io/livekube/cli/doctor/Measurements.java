package io.livekube.cli.doctor;

import java.time.Duration;
import java.util.List;

/// All measurements of an API server.
///
/// @param kinds the requested kinds; those that are not served have a failed LIST
/// @param changes delay from a change to its watch event
/// @param left kinds not measured within the time limit
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

    /// @param version such as `v1.36.3`
    /// @param roundTrip of a cheap request, the fastest of several
    /// @param fairness whether API Priority and Fairness is enabled
    record Server(String url, String version, Duration roundTrip, boolean fairness) {}

    /// Settings of the agent to check.
    ///
    /// @param request timeout for the first byte of a page
    /// @param sync timeout for the sync of a kind
    public record Limits(Duration request, Duration sync, int pageSize) {}

    /// @param throttled requests that got 429
    record Requests(int sent, int throttled) {}
}
