package io.livekube.simulator.api;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/// Settings of the HTTP API.
///
/// @param token the bearer token that requests must carry, if any
/// @param bookmarkInterval between bookmarks, for watches that asked for them
/// @param tooLargeVersionWait how long a read waits for a resourceVersion in the future
/// @param clock for ages in tables and deletion timestamps
public record ApiSettings(
        Optional<String> token, Duration bookmarkInterval, Duration tooLargeVersionWait, InstantSource clock) {}
