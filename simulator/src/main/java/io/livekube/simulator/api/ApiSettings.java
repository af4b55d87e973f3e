package io.livekube.simulator.api;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/// How the API server treats its clients.
///
/// @param token the bearer token that requests must carry, if any
/// @param bookmarkInterval how often a watch that asked for bookmarks gets one
/// @param tooLargeVersionWait how long a read waits for a resourceVersion that is not reached yet
/// @param clock tells ages and deletion times
public record ApiSettings(
        Optional<String> token, Duration bookmarkInterval, Duration tooLargeVersionWait, InstantSource clock) {}
