package io.livekube.hub.ingest;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.Resource;
import io.livekube.core.store.Snapshot;
import io.livekube.hub.mirror.ClusterMirror;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.protocol.Answer;
import io.livekube.protocol.Ask;
import io.livekube.protocol.Batch;
import io.livekube.protocol.Part;
import io.livekube.protocol.ReceiverState;
import io.livekube.protocol.SessionId;
import io.livekube.protocol.SharedObjects;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/// Applies the batches of one cluster, each as a whole or not at all, and requests what is missing.
///
/// A batch is first prepared as a [Transaction]. It is published only if every kind in it results in the digest
/// that the batch declares, so what readers see has always been proved equal to the agent's state. The last
/// answer is kept, so that resending the same batch has no effect.
///
/// Not thread-safe.
public final class Ingest {
    private final IngestConfig config;
    private final ClusterMirror mirror;
    private final SnapshotSlots slots;
    private final ResyncLimiter limiter;
    private final Map<Resource, KindSync> kinds = new HashMap<>();

    private volatile boolean resync;
    private volatile boolean sessionExpected;
    private Instant openedAt = Instant.EPOCH;
    private Optional<Last> last = Optional.empty();
    private List<KubeObject> recent = List.of();
    private long mismatches;
    private long repairs;

    /// The last batch that was applied.
    private record Last(SessionId session, long sequence, long bodyHash, Answer.Acknowledged answer) {}

    /// @param slots limits which clusters may send snapshots; shared by all clusters
    public Ingest(IngestConfig config, ClusterMirror mirror, SnapshotSlots slots) {
        this.config = config;
        this.mirror = mirror;
        this.slots = slots;
        this.limiter = new ResyncLimiter(config);
    }

    public ClusterMirror mirror() {
        return mirror;
    }

    public IngestStats stats() {
        return new IngestStats(mismatches, repairs, limiter.backoffs());
    }

    /// Marks the next session as requested by the hub, so that it does not count as a resync. May be called by
    /// any thread.
    public void expectSession() {
        sessionExpected = true;
    }

    /// Makes the next session send everything again, regardless of digests. May be called by any thread.
    public void resync() {
        resync = true;
        expectSession();
    }

    /// Releases all state. The session is unknown when its next batch arrives.
    public void forget() {
        mirror.kinds().forEach(kind -> mirror.remove(kind.resource()));
        kinds.clear();
        recent = List.of();
        last = Optional.empty();
        slots.release(mirror.id());
    }

    /// The answer to a batch that need not be decoded; empty if the batch should be applied.
    ///
    /// @param bodyHash hash of the body
    public Optional<Answer> admit(SessionId session, long sequence, long bodyHash, Instant now) {
        Duration wait = limiter.wait(now);
        if (wait.isPositive()) {
            return Optional.of(backOff(wait));
        }
        if (last.isPresent() && last.get().session().equals(session)) {
            return inSession(last.get(), sequence, bodyHash);
        }
        if (sequence != 1) {
            return Optional.of(new Answer.Reset("session %s is unknown to the hub%s"
                    .formatted(
                            session,
                            last.map(other -> "; the current one is " + other.session())
                                    .orElse(""))));
        }
        if (last.isPresent() && last.get().session().isAfter(session)) {
            return Optional.of(new Answer.Reset("session %s was superseded by %s"
                    .formatted(session, last.get().session())));
        }
        if (sessionExpected) {
            return Optional.empty();
        }
        return limiter.allow("session", now) ? Optional.empty() : Optional.of(backOff(limiter.wait(now)));
    }

    private static Optional<Answer> inSession(Last last, long sequence, long bodyHash) {
        if (sequence == last.sequence() + 1) {
            return Optional.empty();
        }
        if (sequence == last.sequence() && bodyHash == last.bodyHash()) {
            return Optional.of(last.answer());
        }
        return Optional.of(new Answer.Reset(
                sequence == last.sequence()
                        ? "batch %d was already applied with different content".formatted(sequence)
                        : "batch %d does not follow batch %d".formatted(sequence, last.sequence())));
    }

    private static Answer backOff(Duration wait) {
        return new Answer.BackOff(wait, "too many resyncs within a minute");
    }

    /// State of the hub that a decoder needs.
    public ReceiverState receiverState() {
        dropIntroduced(); // by batches that were not applied
        return new ReceiverState() {
            @Override
            public SharedObjects held(Resource resource) {
                Snapshot state =
                        known(resource).map(kind -> kind.store().snapshot()).orElse(Snapshot.EMPTY);
                return SharedObjects.of(state.list(), state::rank);
            }

            @Override
            public List<KubeObject> recent() {
                return recent;
            }

            @Override
            public KubeObject decode(Resource resource, byte[] json, int from, int to) throws MalformedObjectException {
                return kind(resource)
                        .orElseThrow(() -> new MalformedObjectException(tooManyKinds(resource)))
                        .decode(json, from, to);
            }
        };
    }

    /// Answers a batch with patches to objects that the hub does not hold; their kinds are unknown.
    public Answer outOfStep(SessionId session, long sequence) {
        mismatches++;
        return new Answer.Mismatch(session, sequence, Set.of());
    }

    /// Applies an admitted batch, or answers why it can't.
    public Answer take(Batch batch, long bodyHash, Instant now) {
        boolean distrust = resync; // a request from here on is for the next session
        UnaryOperator<KindSync> before = batch.hello().isEmpty()
                ? UnaryOperator.identity()
                : distrust ? KindSync::distrusted : KindSync::inNewSession;
        Transaction transaction = new Transaction();
        for (Part part : batch.parts()) {
            if (part instanceof Part.OfKind ofKind) {
                Optional<String> refusal = plan(ofKind, transaction, before, now);
                if (refusal.isPresent()) {
                    return new Answer.Refused(refusal.get());
                }
            }
        }
        Set<Resource> mismatched = transaction.mismatches();
        if (!mismatched.isEmpty()) {
            mismatches++;
            dropIntroduced();
            mismatched.forEach(resource -> kinds.computeIfPresent(
                    resource, (_, sync) -> sync.staging(sync.staged().cleared())));
            return new Answer.Mismatch(batch.session(), batch.sequence(), mismatched);
        }
        if (limiter.wait(now).isPositive()) {
            return backOff(limiter.wait(now));
        }
        batch.hello().ifPresent(hello -> {
            kinds.replaceAll((_, sync) -> before.apply(sync));
            opened(hello, distrust, now);
        });
        List<Ask> asks = commit(transaction, now);
        var answer = new Answer.Acknowledged(batch.session(), batch.sequence(), asks, Duration.ZERO);
        recent = batch.put();
        last = Optional.of(new Last(batch.session(), batch.sequence(), bodyHash, answer));
        mirror.contacted(new ClusterMirror.Contact(batch.session(), batch.sequence(), now));
        return answer;
    }

    private void opened(Part.Hello hello, boolean distrust, Instant now) {
        if (isAnotherCluster(hello)) {
            mirror.kinds().forEach(KindMirror::startOver);
        }
        mirror.greeted(hello);
        openedAt = now;
        if (distrust) {
            resync = false;
        }
        sessionExpected = resync;
    }

    /// Whether the agent now represents a different cluster, for example because the cluster was re-created.
    private boolean isAnotherCluster(Part.Hello hello) {
        String before = mirror.agent().map(Part.Hello::clusterUid).orElse("");
        return !before.isEmpty() && !hello.clusterUid().isEmpty() && !before.equals(hello.clusterUid());
    }

    /// Prepares one part; returns a reason if the part can't be applied at all.
    private Optional<String> plan(
            Part.OfKind part, Transaction transaction, UnaryOperator<KindSync> before, Instant now) {
        Resource resource = part.resource();
        if (transaction.gone().contains(resource)) {
            return Optional.of("%s: part %s follows the kind's Gone in one batch"
                    .formatted(resource, part.getClass().getSimpleName()));
        }
        if (part instanceof Part.Gone) {
            transaction.gone(resource);
            return Optional.empty();
        }
        Optional<KindMirror> kind = kind(resource);
        if (kind.isEmpty()) {
            return Optional.of(tooManyKinds(resource));
        }
        KindStep step = transaction.step(kind.get(), before.apply(sync(resource)));
        switch (part) {
            case Part.Kind name -> step.named(name);
            case Part.Status status -> step.reported(status);
            case Part.Gone _ -> {}
            case Part.Check check -> step.check(check).ifPresent(ask -> ask(ask, step, transaction, now));
            case Part.Buckets buckets -> step.compare(buckets).ifPresent(ask -> ask(ask, step, transaction, now));
            case Part.Delta delta -> step.edit(delta);
            case Part.Begin begin -> step.begin(begin);
            case Part.Chunk chunk -> {
                step.stage(chunk);
                slots.take(mirror.id(), now);
            }
            case Part.End end -> step.end(end);
        }
        return step.objects() > config.maxObjects()
                ? Optional.of(
                        "%s: more than the limit of %,d objects per kind".formatted(resource, config.maxObjects()))
                : Optional.empty();
    }

    /// Sends a request to the agent, or tells it to check again later if there is no free snapshot slot.
    private void ask(Ask wanted, KindStep step, Transaction transaction, Instant now) {
        Ask ask = wanted;
        Resource resource = wanted.resource();
        if (wanted instanceof Ask.Resend) {
            if (!slots.take(mirror.id(), now)) {
                ask = new Ask.Later(resource, slots.later(now));
            } else if (!step.sync().staged().distrustsServed()) {
                limiter.allow(resource.toString(), now);
            }
        }
        step.asked(ask);
        transaction.ask(ask);
    }

    /// Publishes a transaction and returns the requests for the agent.
    private List<Ask> commit(Transaction transaction, Instant now) {
        transaction.gone().forEach(this::remove);
        transaction.steps().forEach((resource, step) -> {
            kinds.put(resource, step.sync());
            repairs += step.repair() ? 1 : 0;
            step.publish(mirror, now);
        });
        if (openedAt.plus(config.forgetAfter()).isBefore(now)) {
            removeUnmentioned();
        }
        List<Ask> asks = new ArrayList<>(transaction.asks());
        asks.addAll(stopAndFollow());
        if (kinds.values().stream().noneMatch(KindSync.Resending.class::isInstance)) {
            slots.release(mirror.id());
        }
        return asks;
    }

    /// Removes kinds that an earlier agent followed and this one does not: no Gone will ever arrive for them.
    private void removeUnmentioned() {
        for (Map.Entry<Resource, KindSync> kind : List.copyOf(kinds.entrySet())) {
            if (kind.getValue() instanceof KindSync.Unmentioned) {
                remove(kind.getKey());
            }
        }
    }

    private void remove(Resource resource) {
        kinds.remove(resource);
        limiter.forget(resource.toString());
        mirror.remove(resource);
    }

    /// Tells the agent which of the kinds it sends are unwanted, or wanted again.
    private List<Ask> stopAndFollow() {
        List<Ask> asks = new ArrayList<>();
        for (KindMirror kind : mirror.kinds()) {
            Resource resource = kind.resource();
            boolean wanted = mirror.wants(resource);
            switch (sync(resource)) {
                case KindSync.Introduced _, KindSync.Unmentioned _ -> {}
                case KindSync.Stopped _ -> {
                    if (wanted) {
                        asks.add(new Ask.Follow(resource));
                    }
                }
                case KindSync.Unverified _, KindSync.InStep _, KindSync.Resending _ -> {
                    if (!wanted) {
                        asks.add(new Ask.Stop(resource));
                    }
                }
            }
        }
        asks.forEach(ask -> kinds.computeIfPresent(ask.resource(), (_, sync) -> sync.asked(ask)));
        return asks;
    }

    private void dropIntroduced() {
        kinds.values().removeIf(KindSync.Introduced.class::isInstance);
    }

    private KindSync sync(Resource resource) {
        return kinds.getOrDefault(resource, new KindSync.Unmentioned(Staging.EMPTY));
    }

    private Optional<KindMirror> known(Resource resource) {
        return kinds.get(resource) instanceof KindSync.Introduced(KindMirror fresh)
                ? Optional.of(fresh)
                : mirror.kind(resource);
    }

    /// Finds a kind, or introduces it if it is new; empty if the limit is reached.
    private Optional<KindMirror> kind(Resource resource) {
        Optional<KindMirror> known = known(resource);
        if (known.isPresent() || kinds.size() >= config.maxKinds()) {
            return known;
        }
        KindMirror fresh = new KindMirror(mirror.id(), new Part.Kind(resource, "", true));
        kinds.put(resource, new KindSync.Introduced(fresh));
        return Optional.of(fresh);
    }

    private String tooManyKinds(Resource resource) {
        return "%s: more than the limit of %,d kinds per cluster".formatted(resource, config.maxKinds());
    }
}
