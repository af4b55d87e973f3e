package io.livekube.simulator.api;

import io.livekube.simulator.store.ApiException;
import io.livekube.simulator.store.ObjectStore;
import java.time.Duration;
import java.util.function.Function;

/// Parses resourceVersions, and waits for those in the future.
final class ResourceVersions {
    private static final Duration POLL = Duration.ofMillis(10);

    private final ObjectStore store;
    private final Duration wait;

    ResourceVersions(ObjectStore store, Duration wait) {
        this.store = store;
        this.wait = wait;
    }

    static long parse(String text, Function<String, ApiException> refuse) {
        if (!text.matches("[0-9]{1,18}")) {
            throw refuse.apply("resourceVersion: Invalid value: \"" + text + "\": strconv.ParseUint: parsing \"" + text
                    + "\": invalid syntax");
        }
        return Long.parseLong(text);
    }

    /// The real server's error for malformed versions, except in lists.
    static ApiException internal(String message) {
        return new ApiException(500, "", message);
    }

    static ApiException badListVersion(String message) {
        return ApiException.badRequest("invalid resource version: " + message);
    }

    /// Waits until the cluster has reached a version.
    ///
    /// @throws ApiException 504 on timeout
    void await(long revision) throws InterruptedException {
        long deadline = System.nanoTime() + wait.toNanos();
        while (store.revision() < revision) {
            if (System.nanoTime() >= deadline) {
                throw ApiException.tooLargeVersion(revision, store.revision());
            }
            Thread.sleep(POLL);
        }
    }
}
