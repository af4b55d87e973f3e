package io.livekube.core.informer;

import io.livekube.core.http.ApiClient;
import io.livekube.core.http.RequestFailedException;
import io.livekube.core.informer.AuditComparison.Difference;
import io.livekube.core.listwatch.CollectionScope;
import io.livekube.core.listwatch.VersionList;
import io.livekube.core.model.ObjectKey;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Compares a cache with the server's keys and versions, since a watch does not notice a lost event.
///
/// A difference may be a change in flight. So it counts only if the cache still lacks that same version in a second
/// comparison a moment later; then the collection is relisted, which repairs it. An object that is missing both
/// times counts as missing in between: if it was re-created in the meantime, the LIST was unnecessary.
final class Auditor implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Auditor.class);
    private static final int PAGE_SIZE = 1000;

    private final ApiClient client;
    private final Informer informer;
    private final List<CollectionScope> scopes;
    private final InformerConfig config;
    private final RandomGenerator random;
    private final AtomicLong audits = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong missed = new AtomicLong();
    private final AtomicLong ghosts = new AtomicLong();
    private @Nullable Thread thread;

    Auditor(
            ApiClient client,
            Informer informer,
            List<CollectionScope> scopes,
            InformerConfig config,
            RandomGenerator random) {
        this.client = client;
        this.informer = informer;
        this.scopes = scopes;
        this.config = config;
        this.random = random;
    }

    void start() {
        config.audit()
                .ifPresent(period -> thread =
                        Thread.ofVirtual().name("audit-" + informer.resource()).start(() -> run(period)));
    }

    AuditStats stats() {
        return new AuditStats(audits.get(), failed.get(), missed.get(), ghosts.get());
    }

    private void run(Duration period) {
        try {
            while (true) {
                // Spread over time, so that the audits of a fleet do not coincide.
                Thread.sleep(period.multipliedBy(50 + random.nextInt(100)).dividedBy(100));
                auditOrLog();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void auditOrLog() throws InterruptedException {
        try {
            var _ = audit();
        } catch (RuntimeException e) {
            failed.incrementAndGet();
            LOG.error("{}: an audit failed because of a bug; audits continue", informer.resource(), e);
        }
    }

    /// Compares twice, and repairs. Returns the number of wrong objects. A namespace that is not followed at
    /// the moment is skipped.
    int audit() throws InterruptedException {
        if (scopes.stream().noneMatch(informer::follows)) {
            return 0;
        }
        audits.incrementAndGet();
        try {
            AuditComparison first = look();
            if (first.clean()) {
                return 0;
            }
            Thread.sleep(config.auditSettle());
            Map<ObjectKey, Difference> wrong = look().confirmed(first);
            if (!wrong.isEmpty()) {
                report(wrong);
                informer.relist("an audit found " + wrong.size() + " wrong objects");
            }
            return wrong.size();
        } catch (RequestFailedException e) {
            failed.incrementAndGet();
            LOG.info("{}: audit not possible: {}", informer.resource(), e.getMessage());
            return 0;
        }
    }

    private void report(Map<ObjectKey, Difference> wrong) {
        long lacking = wrong.values().stream().filter(w -> !w.ghost()).count();
        missed.addAndGet(lacking);
        ghosts.addAndGet(wrong.size() - lacking);
        LOG.warn(
                "{}: the audit found {} missing or outdated objects and {} that no longer exist, e.g. {}; relisting",
                informer.resource(),
                lacking,
                wrong.size() - lacking,
                wrong.keySet().iterator().next());
    }

    private AuditComparison look() throws RequestFailedException, InterruptedException {
        var look = new AuditComparison();
        for (CollectionScope scope : scopes) {
            if (!informer.follows(scope)) {
                continue;
            }
            long reached = informer.reached(scope);
            VersionList server = VersionList.fetch(client, informer.resource(), scope, PAGE_SIZE);
            // A current read with an older version than before: the server's history was replaced.
            boolean wentBack = Long.compareUnsigned(server.resourceVersion(), reached) < 0;
            look.compare(server, informer.store().snapshot(), scope, wentBack);
        }
        return look;
    }

    @Override
    public void close() {
        if (thread != null) {
            thread.interrupt();
        }
    }
}
