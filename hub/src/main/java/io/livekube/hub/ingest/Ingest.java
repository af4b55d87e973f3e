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

/// Takes one cluster's batches, each whole or not at all, and asks for what is missing.
///
/// A batch is worked out as a [Transaction] first. It is published only if every kind in it comes to the
/// digest that the batch gives: what readers see has always been proved equal to what the agent had. The
/// answer to the last batch is kept, so that the same batch sent again has no effect.
///
/// For one thread at a time.
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

    /// The last batch that was taken.
    private record Last(SessionId session, long sequence, long bodyHash, Answer.Acknowledged answer) {}

    /// @param slots which clusters may send snapshots; shared by all of them
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

    /// The next session is one that the hub itself has asked for, so it does not count as a resync. May be
    /// called by any thread.
    public void expectSession() {
        sessionExpected = true;
    }

    /// From the next session on everything is sent again, whatever the digests say. May be called by any
    /// thread.
    public void resync() {
        resync = true;
        expectSession();
    }

    /// Releases everything: the session is unknown when its next batch comes.
    public void forget() {
        mirror.kinds().forEach(kind -> mirror.remove(kind.resource()));
        kinds.clear();
        recent = List.of();
        last = Optional.empty();
        slots.release(mirror.id());
    }

    /// The answer to a batch that need not be decoded; empty if the batch is to be taken.
    ///
    /// @param bodyHash hash of the bytes of its body
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
                        ? "batch %d was taken before, with other content".formatted(sequence)
                        : "batch %d does not follow batch %d".formatted(sequence, last.sequence())));
    }

    private static Answer backOff(Duration wait) {
        return new Answer.BackOff(wait, "too many resyncs within a minute");
    }

    /// What a decoder needs to know of the hub's state.
    public ReceiverState counterpart() {
        dropIntroduced(); // by batches that were not taken
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

    /// The batch has patches to objects that the hub does not hold; their kind is unknown.
    public Answer outOfStep(SessionId session, long sequence) {
        mismatches++;
        return new Answer.Mismatch(session, sequence, Set.of());
    }

    /// Takes a batch that was admitted, or says why not.
    public Answer take(Batch batch, long bodyHash, Instant now) {
        boolean distrust = resync; // one that is requested from here on is for the next session
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
        Set<Resource> wrong = transaction.mismatches();
        if (!wrong.isEmpty()) {
            mismatches++;
            dropIntroduced();
            wrong.forEach(resource -> kinds.computeIfPresent(
                    resource, (_, sync) -> sync.staging(sync.staged().cleared())));
            return new Answer.Mismatch(batch.session(), batch.sequence(), wrong);
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

    /// Whether the agent speaks for a cluster other than the one that is held, for example because that was
    /// re-created.
    private boolean isAnotherCluster(Part.Hello hello) {
        String before = mirror.agent().map(Part.Hello::clusterUid).orElse("");
        return !before.isEmpty() && !hello.clusterUid().isEmpty() && !before.equals(hello.clusterUid());
    }

    /// Works out what one part would do; a reason if the part can't be taken at all.
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

    /// Asks the agent for something, or to check again later if that would be one snapshot too many.
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

    /// Publishes a transaction; what to ask the agent for.
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

    /// Removes kinds that an earlier agent followed and this one does not: their Gone will never come.
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

    /// Tells the agent which of the kinds that it sends are unwanted, or wanted again.
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

    /// A kind, introduced if it is new; empty if there would be too many.
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
