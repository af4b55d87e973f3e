package io.livekube.cli.process;

import java.util.Collection;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Closes resources; logs failures instead of throwing them.
public final class QuietClose {
    private static final Logger LOG = LoggerFactory.getLogger(QuietClose.class);

    private QuietClose() {}

    public static void quietly(AutoCloseable part) {
        try {
            part.close();
        } catch (Exception e) {
            LOG.warn("{}: close failed", part.getClass().getSimpleName(), e);
        }
    }

    /// Closes all in parallel, as each may take a moment.
    public static void together(Collection<? extends AutoCloseable> parts) {
        try (var workers = Executors.newVirtualThreadPerTaskExecutor()) {
            parts.forEach(part -> workers.execute(() -> quietly(part)));
        }
    }
}
