package io.livekube.simulator.api;

import io.livekube.simulator.store.ApiException;
import io.livekube.simulator.store.ObjectStore;
import java.time.Duration;
import java.util.function.Function;

/// Reads of versions: their text, and the wait for one that is not reached yet.
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

    /// What the real server does with versions it cannot parse, except in lists.
    static ApiException internal(String message) {
        return new ApiException(500, "", message);
    }

    static ApiException badListVersion(String message) {
        return ApiException.badRequest("invalid resource version: " + message);
    }

    /// Waits until the cluster is at a version.
    ///
    /// @throws ApiException 504 if that takes too long
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
