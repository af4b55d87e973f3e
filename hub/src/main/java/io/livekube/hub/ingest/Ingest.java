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
import io.livekube.protocol.Counterpart;
import io.livekube.protocol.Held;
import io.livekube.protocol.Part;
import io.livekube.protocol.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Takes in one cluster's batches, each whole or not at all, and asks for what is missing.
///
/// A batch is worked out as a [Transaction] first. Only if every kind it speaks of comes to the digest that
/// it gives is it published: what readers see has always been proved equal to what the agent had. The
/// answer to the last batch is kept, so that the same one again has no effect.
///
/// For one thread at a time.
public final class Ingest {
    private final IngestConfig config;
    private final ClusterMirror mirror;
    private final SnapshotSlots slots;
    private final ResyncLimiter limiter;
    private final Map<Resource, KindMirror> introduced = new HashMap<>();
    private final Map<Resource, Staging> stagings = new HashMap<>();
    private final Set<Resource> stopped = new HashSet<>();
    private final Set<Resource> resending = new HashSet<>();
    private final Set<Resource> spokenOf = new HashSet<>();
    private final Set<Resource> untrusted = new HashSet<>();

    /// Kinds that were found to be equal at both ends in this session: what is amiss from then on is a
    /// fault.
    private final Set<Resource> inStep = new HashSet<>();

    private volatile boolean resync;
    private volatile boolean wanted;
    private Instant openedAt = Instant.EPOCH;
    private Optional<Last> last = Optional.empty();
    private List<KubeObject> recent = List.of();
    private long mismatches;
    private long repairs;

    /// The last batch that was taken.
    private record Last(SessionId session, long sequence, long bodyHash, Answer.Acknowledged answer) {}

    /// @param slots who may send snapshots; shared with other clusters
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

    /// The next session is one that the hub itself has asked for: it counts as no resync. May be called by
    /// any thread.
    public void expectSession() {
        wanted = true;
    }

    /// From the next session on everything is sent again, whatever the digests say. May be called by any
    /// thread.
    public void resync() {
        resync = true;
        expectSession();
    }

    /// Lets go of everything: the next batch gets to hear that its session is not known.
    public void forget() {
        mirror.kinds().forEach(kind -> mirror.remove(kind.resource()));
        introduced.clear();
        stagings.clear();
        stopped.clear();
        resending.clear();
        spokenOf.clear();
        untrusted.clear();
        inStep.clear();
        recent = List.of();
        last = Optional.empty();
        slots.release(mirror.id());
    }

    /// The answer to a batch that need not be decoded; empty if it is to be taken.
    ///
    /// @param bodyHash of the bytes of its body
    public Optional<Answer> admit(SessionId session, long sequence, long bodyHash, Instant now) {
        Duration wait = limiter.wait(now);
        if (wait.isPositive()) {
            return Optional.of(backOff(wait));
        }
        if (last.isPresent() && last.get().session().equals(session)) {
            return inSession(last.get(), sequence, bodyHash);
        }
        if (sequence != 1) {
            return Optional.of(new Answer.Reset("session %s is not known here%s"
                    .formatted(
                            session,
                            last.map(other -> ": %s was opened since".formatted(other.session()))
                                    .orElse(""))));
        }
        if (last.isPresent() && last.get().session().isAfter(session)) {
            return Optional.of(new Answer.Reset("session %s was superseded by %s"
                    .formatted(session, last.get().session())));
        }
        if (wanted) {
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
                        ? "batch %d came before with other content".formatted(sequence)
                        : "batch %d does not follow batch %d".formatted(sequence, last.sequence())));
    }

    private static Answer backOff(Duration wait) {
        return new Answer.BackOff(wait, "too many resyncs within a minute: wait, then go on");
    }

    /// What a decoder needs to know of this end.
    public Counterpart counterpart() {
        introduced.clear(); // by batches that were not taken
        return new Counterpart() {
            @Override
            public Held held(Resource resource) {
                Snapshot state =
                        known(resource).map(kind -> kind.store().snapshot()).orElse(Snapshot.EMPTY);
                return Held.of(state.list(), state::rank);
            }

            @Override
            public List<KubeObject> recent() {
                return recent;
            }

            @Override
            public KubeObject decode(Resource resource, byte[] json, int from, int to) throws MalformedObjectException {
                return kind(resource)
                        .orElseThrow(() -> new MalformedObjectException(
                                "%s: a cluster may have %d kinds".formatted(resource, config.maxKinds())))
                        .decode(json, from, to);
            }
        };
    }

    /// The batch told differences from objects that are not held: nobody knows of which kind.
    public Answer outOfStep(SessionId session, long sequence) {
        mismatches++;
        return new Answer.Mismatch(session, sequence, Set.of());
    }

    /// Takes a batch that was admitted, or tells why not.
    public Answer take(Batch batch, long bodyHash, Instant now) {
        Transaction transaction = new Transaction();
        List<Ask> asks = new ArrayList<>();
        for (Part part : batch.parts()) {
            Optional<String> refusal = plan(part, transaction, asks, now);
            if (refusal.isPresent()) {
                return new Answer.Refused(refusal.get());
            }
        }
        if (!transaction.mismatches().isEmpty()) {
            mismatches++;
            transaction.mismatches().forEach(stagings::remove);
            return new Answer.Mismatch(batch.session(), batch.sequence(), transaction.mismatches());
        }
        if (limiter.wait(now).isPositive()) {
            return backOff(limiter.wait(now));
        }
        if (!batch.parts().isEmpty() && batch.parts().getFirst() instanceof Part.Hello hello) {
            if (isAnother(hello)) {
                mirror.kinds().forEach(KindMirror::startOver);
            }
            mirror.greeted(hello);
            stopped.clear();
            resending.clear();
            spokenOf.clear();
            inStep.clear();
            openedAt = now;
            wanted = false;
            if (resync) {
                resync = false;
                mirror.kinds().forEach(kind -> untrusted.add(kind.resource()));
            }
        }
        spokenOf.addAll(transaction.steps().keySet());
        publish(transaction, now);
        if (openedAt.plus(config.forgetAfter()).isBefore(now)) {
            forgetWhatNobodySpeaksOf();
        }
        asks.addAll(stopAndFollow());
        keepSlotWhileResending(batch, asks);
        var answer = new Answer.Acknowledged(batch.session(), batch.sequence(), asks, Duration.ZERO);
        recent = batch.put();
        last = Optional.of(new Last(batch.session(), batch.sequence(), bodyHash, answer));
        mirror.contacted(new ClusterMirror.Contact(batch.session(), batch.sequence(), now));
        return answer;
    }

    /// Whether it speaks for another cluster than the one that is held, as after that was made anew.
    private boolean isAnother(Part.Hello hello) {
        String before = mirror.agent().map(Part.Hello::clusterUid).orElse("");
        return !before.isEmpty() && !hello.clusterUid().isEmpty() && !before.equals(hello.clusterUid());
    }

    /// Kinds that an earlier agent followed and this one does not: nobody will ever say that they are gone.
    private void forgetWhatNobodySpeaksOf() {
        for (KindMirror kind : mirror.kinds()) {
            if (!spokenOf.contains(kind.resource())) {
                stagings.remove(kind.resource());
                mirror.remove(kind.resource());
            }
        }
    }

    private void keepSlotWhileResending(Batch batch, List<Ask> asks) {
        batch.parts().forEach(part -> {
            if (part instanceof Part.End end) {
                resending.remove(end.resource());
                untrusted.remove(end.resource());
                inStep.add(end.resource());
            }
        });
        asks.forEach(ask -> {
            if (ask instanceof Ask.Resend) {
                resending.add(ask.resource());
            } else {
                resending.remove(ask.resource());
            }
        });
        if (resending.isEmpty()) {
            slots.release(mirror.id());
        }
    }

    /// Works out what one part would do; a reason if it can't be taken at all.
    private Optional<String> plan(Part part, Transaction transaction, List<Ask> asks, Instant now) {
        if (part instanceof Part.Hello) {
            return Optional.empty();
        }
        Resource resource = ((Part.OfKind) part).resource();
        if (transaction.gone().contains(resource)) {
            return Optional.of("%s: it is gone by this batch, which can't say more of it".formatted(resource));
        }
        Optional<KindMirror> kind = kind(resource);
        if (kind.isEmpty()) {
            return Optional.of("%s: a cluster may have %d kinds".formatted(resource, config.maxKinds()));
        }
        Transaction.KindStep step = transaction.step(kind.get(), stagings.getOrDefault(resource, Staging.EMPTY));
        switch (part) {
            case Part.Hello _ -> {}
            case Part.Kind name -> step.name = Optional.of(name);
            case Part.Status status -> step.status = Optional.of(status);
            case Part.Gone _ -> transaction.gone(resource);
            case Part.Check check -> check(step, check).ifPresent(ask -> asks.add(admitted(ask, now)));
            case Part.Buckets buckets -> compare(step, buckets).ifPresent(ask -> asks.add(admitted(ask, now)));
            case Part.Delta delta -> {
                if (!KindSteps.edit(step, delta)) {
                    transaction.mismatch(resource);
                } else if (step.state().size() > config.maxObjects()) {
                    return tooManyObjects(resource);
                }
            }
            case Part.Begin begin -> step.staging = step.staging.begin(begin.buckets());
            case Part.Chunk chunk -> {
                Optional<Staging> more = step.staging.with(chunk);
                if (more.isPresent() && more.get().size() > config.maxObjects()) {
                    return tooManyObjects(resource);
                }
                more.ifPresentOrElse(staging -> step.staging = staging, () -> transaction.mismatch(resource));
                slots.take(mirror.id(), now);
            }
            case Part.End end -> {
                if (!KindSteps.end(step, end)) {
                    transaction.mismatch(resource);
                }
            }
        }
        return Optional.empty();
    }

    private Optional<String> tooManyObjects(Resource resource) {
        return Optional.of("%s: a kind may have %d objects".formatted(resource, config.maxObjects()));
    }

    private Optional<Ask> check(Transaction.KindStep step, Part.Check check) {
        if (untrusted.contains(check.resource())) {
            return Optional.of(Ask.Resend.all(check.resource()));
        }
        Snapshot state = step.state();
        if (step.whole() && state.size() == check.objects() && state.digest().total() == check.digest()) {
            step.edit().at(check.version());
            step.staging = Staging.EMPTY;
            inStep.add(check.resource());
            return Optional.empty();
        }
        return Optional.of(
                step.whole() || !step.staging.isEmpty()
                        ? new Ask.Compare(check.resource())
                        : Ask.Resend.all(check.resource()));
    }

    private Optional<Ask> compare(Transaction.KindStep step, Part.Buckets buckets) {
        Snapshot live = step.mirror.store().snapshot();
        Staging.Compared compared = step.staging.compare(live, buckets.sums());
        step.staging = compared.staging();
        if (!compared.missing().isEmpty()) {
            return Optional.of(new Ask.Resend(buckets.resource(), compared.missing()));
        }
        step.replace(live.draft(step.staging.assemble(live), buckets.version()));
        step.staging = Staging.EMPTY;
        inStep.add(buckets.resource());
        return Optional.empty();
    }

    /// A wish as it is, or put off where it would need a snapshot and there are too many.
    private Ask admitted(Ask ask, Instant now) {
        if (!(ask instanceof Ask.Resend resend)) {
            return ask;
        }
        if (!slots.take(mirror.id(), now)) {
            return new Ask.Later(ask.resource(), slots.later(now));
        }
        if (!untrusted.contains(ask.resource())) {
            limiter.allow(ask.resource().toString(), now);
        }
        if (inStep.remove(ask.resource())) {
            repairs++;
        }
        return resend;
    }

    private void publish(Transaction transaction, Instant now) {
        transaction.gone().forEach(resource -> {
            introduced.remove(resource);
            stagings.remove(resource);
            stopped.remove(resource);
            resending.remove(resource);
            limiter.forget(resource.toString());
            mirror.remove(resource);
        });
        transaction.steps().forEach((resource, step) -> {
            KindMirror kind = step.mirror;
            introduced.remove(resource);
            if (mirror.kind(resource).isEmpty()) {
                mirror.add(kind);
            }
            step.name.ifPresent(kind::named);
            step.status.ifPresent(kind::reported);
            if (step.staging.isEmpty()) {
                stagings.remove(resource);
            } else {
                stagings.put(resource, step.staging);
            }
            step.draft().ifPresent(draft -> mirror.changed(kind, kind.publish(draft, step.deletions, now)));
        });
    }

    /// Tells the agent which kinds are not wanted, or are again.
    private List<Ask> stopAndFollow() {
        List<Ask> asks = new ArrayList<>();
        for (KindMirror kind : mirror.kinds()) {
            Resource resource = kind.resource();
            if (mirror.wants(resource) ? stopped.remove(resource) : stopped.add(resource)) {
                asks.add(mirror.wants(resource) ? new Ask.Follow(resource) : new Ask.Stop(resource));
            }
        }
        return asks;
    }

    private Optional<KindMirror> known(Resource resource) {
        Optional<KindMirror> mirrored = mirror.kind(resource);
        return mirrored.isPresent() ? mirrored : Optional.ofNullable(introduced.get(resource));
    }

    /// A kind, made if it is new; empty if there would be too many.
    private Optional<KindMirror> kind(Resource resource) {
        Optional<KindMirror> known = known(resource);
        if (known.isPresent() || mirror.kinds().size() + introduced.size() >= config.maxKinds()) {
            return known;
        }
        KindMirror fresh = new KindMirror(mirror.id(), new Part.Kind(resource, "", true));
        introduced.put(resource, fresh);
        return Optional.of(fresh);
    }
}
