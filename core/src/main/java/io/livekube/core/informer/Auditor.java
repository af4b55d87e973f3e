package io.livekube.core.informer;

import io.livekube.core.kube.ApiClient;
import io.livekube.core.kube.RequestFailedException;
import io.livekube.core.kube.Scope;
import io.livekube.core.kube.VersionList;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectKey;
import io.livekube.core.model.ObjectVersion;
import io.livekube.core.store.Snapshot;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Compares a cache with the server's keys and versions, since a watch that lost an event does not know it.
///
/// A difference may be just a change on its way. So it is only believed if the same key is still wrong, by a second
/// look at both sides a moment later; then the collection is listed anew, which repairs it.
final class Auditor implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Auditor.class);
    private static final int PAGE_SIZE = 1000;

    private final ApiClient client;
    private final Informer informer;
    private final List<Scope> scopes;
    private final InformerConfig config;
    private final RandomGenerator random;
    private final AtomicLong audits = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong missed = new AtomicLong();
    private final AtomicLong ghosts = new AtomicLong();
    private @Nullable Thread thread;

    private enum Wrong {
        MISSED,
        GHOST
    }

    Auditor(ApiClient client, Informer informer, List<Scope> scopes, InformerConfig config, RandomGenerator random) {
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
                // Spread over time, so that a fleet's audits do not come in step.
                Thread.sleep(period.multipliedBy(50 + random.nextInt(100)).dividedBy(100));
                var _ = audit();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Looks, looks again, and repairs. Returns how many objects were wrong; a cache that does not follow is not
    /// judged.
    int audit() throws InterruptedException {
        if (informer.status().state() != SyncState.SYNCED) {
            return 0;
        }
        audits.incrementAndGet();
        try {
            Map<ObjectKey, Wrong> wrong = differences();
            if (!wrong.isEmpty()) {
                Thread.sleep(config.auditSettle());
                Map<ObjectKey, Wrong> still = differences();
                wrong.entrySet().retainAll(still.entrySet());
            }
            if (!wrong.isEmpty()) {
                report(wrong);
                informer.relist("an audit found " + wrong.size() + " objects wrong");
            }
            return wrong.size();
        } catch (RequestFailedException e) {
            failed.incrementAndGet();
            LOG.info("{}: audit not possible: {}", informer.resource(), e.getMessage());
            return 0;
        }
    }

    private void report(Map<ObjectKey, Wrong> wrong) {
        long lacking = wrong.values().stream().filter(w -> w == Wrong.MISSED).count();
        missed.addAndGet(lacking);
        ghosts.addAndGet(wrong.size() - lacking);
        LOG.warn(
                "{}: an audit found {} objects missing or old and {} that no longer exist, e.g. {}; listing anew",
                informer.resource(),
                lacking,
                wrong.size() - lacking,
                wrong.keySet().iterator().next());
    }

    private Map<ObjectKey, Wrong> differences() throws RequestFailedException, InterruptedException {
        Map<ObjectKey, Wrong> wrong = new HashMap<>();
        for (Scope scope : scopes) {
            long reached = informer.store().resourceVersion();
            VersionList server = VersionList.fetch(client, informer.resource(), scope, PAGE_SIZE);
            // A current read that is older than what was reached before: the server's history was replaced.
            boolean wentBack = Long.compareUnsigned(server.resourceVersion(), reached) < 0;
            compare(server, scope, wentBack, wrong);
        }
        return wrong;
    }

    private void compare(VersionList server, Scope scope, boolean wentBack, Map<ObjectKey, Wrong> wrong) {
        Snapshot cache = informer.store().snapshot();
        Set<ObjectKey> known = new HashSet<>();
        for (ObjectVersion object : server.objects()) {
            known.add(object.key());
            boolean behind = cache.get(object.key())
                    .map(held -> wentBack
                            ? held.resourceVersion() != object.resourceVersion()
                            : Long.compareUnsigned(held.resourceVersion(), object.resourceVersion()) < 0)
                    .orElse(true);
            if (behind) {
                wrong.put(object.key(), Wrong.MISSED);
            }
        }
        for (KubeObject held : scope.namespace().isEmpty() ? cache.list() : cache.list(scope.namespace())) {
            boolean older = Long.compareUnsigned(held.resourceVersion(), server.resourceVersion()) <= 0;
            if ((older || wentBack) && !known.contains(held.key())) {
                wrong.put(held.key(), Wrong.GHOST);
            }
        }
    }

    @Override
    public void close() {
        if (thread != null) {
            thread.interrupt();
        }
    }
}
