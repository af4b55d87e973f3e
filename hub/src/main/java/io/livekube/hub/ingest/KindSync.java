package io.livekube.hub.ingest;

import io.livekube.hub.mirror.KindMirror;
import io.livekube.protocol.Ask;

/// Sync state of one kind between two batches.
///
/// ```
///            new session                any part              check or buckets equal, end
///  (each) ───────────────▶ Unmentioned ──────────▶ Unverified ────────────────────────────▶ InStep
///                                                   │  ▲  ▲                                  │
///                            objects requested      ▼  │  └───────── follow ── Stopped ◀─────┤ stop
///                                              Resending ◀───────────────────────────────────┘ differs
/// ```
///
/// A kind that is gone has no state. Immutable, so that a batch that is not applied leaves no trace.
sealed interface KindSync {
    /// New: objects of it were decoded for a batch that has not been applied yet. Not part of the mirror.
    record Introduced(KindMirror mirror) implements KindSync {}

    /// Known from an earlier session, not yet mentioned in this one.
    record Unmentioned(Staging staged) implements KindSync {}

    /// Mentioned in this session, not yet proved equal to the agent's state.
    record Unverified(Staging staged) implements KindSync {}

    /// Proved equal to the agent's state in this session: any later difference is a fault.
    record InStep() implements KindSync {}

    /// The agent was asked to resend objects and has not finished.
    record Resending(Staging staged) implements KindSync {}

    /// The hub has asked the agent to stop sending the kind.
    record Stopped(Staging staged) implements KindSync {}

    /// Objects that have arrived but are not served yet.
    default Staging staged() {
        return switch (this) {
            case Introduced _, InStep _ -> Staging.EMPTY;
            case Unmentioned(Staging staged) -> staged;
            case Unverified(Staging staged) -> staged;
            case Resending(Staging staged) -> staged;
            case Stopped(Staging staged) -> staged;
        };
    }

    /// Copy with other staged objects.
    default KindSync staging(Staging next) {
        return switch (this) {
            case Introduced _, Unverified _ -> new Unverified(next);
            case InStep _ -> next.isEmpty() ? this : new Unverified(next);
            case Unmentioned _ -> new Unmentioned(next);
            case Resending _ -> new Resending(next);
            case Stopped _ -> new Stopped(next);
        };
    }

    /// State in a new session: what was proved or requested in the last one no longer counts.
    default KindSync inNewSession() {
        return this instanceof Introduced ? this : new Unmentioned(staged());
    }

    /// State in a new session in which everything must be sent again, regardless of digests.
    default KindSync distrusted() {
        return this instanceof Introduced ? this : new Unmentioned(Staging.DISTRUSTING);
    }

    /// State after a batch has mentioned the kind.
    default KindSync mentioned() {
        return switch (this) {
            case Introduced _, Unmentioned _ -> new Unverified(staged());
            case Unverified _, InStep _, Resending _, Stopped _ -> this;
        };
    }

    /// State after a request to the agent.
    default KindSync asked(Ask ask) {
        return switch (ask) {
            case Ask.Resend _ -> new Resending(staged());
            case Ask.Stop _ -> new Stopped(staged());
            case Ask.Follow _ -> new Unverified(staged());
            case Ask.Compare _, Ask.Later _ -> this instanceof Resending ? new Unverified(staged()) : this;
        };
    }
}
