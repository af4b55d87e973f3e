package io.livekube.cli.process;

import java.util.Collection;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Stops what was started, whatever comes of it.
public final class QuietClose {
    private static final Logger LOG = LoggerFactory.getLogger(QuietClose.class);

    private QuietClose() {}

    public static void quietly(AutoCloseable part) {
        try {
            part.close();
        } catch (Exception e) {
            LOG.warn("{} did not stop as it should", part.getClass().getSimpleName(), e);
        }
    }

    /// All at once: each may take a moment.
    public static void together(Collection<? extends AutoCloseable> parts) {
        try (var workers = Executors.newVirtualThreadPerTaskExecutor()) {
            parts.forEach(part -> workers.execute(() -> quietly(part)));
        }
    }
}
