package io.livekube.hub.ingest;

import io.livekube.hub.mirror.KindMirror;
import io.livekube.protocol.Ask;

/// State of one kind's sync between two batches.
///
/// ```
///            new session                any part              check or buckets equal, end
///  (each) ───────────────▶ Unmentioned ──────────▶ Unverified ────────────────────────────▶ InStep
///                                                   │  ▲  ▲                                  │
///                            objects asked for      ▼  │  └───────── follow ── Stopped ◀─────┤ stop
///                                              Resending ◀───────────────────────────────────┘ differs
/// ```
///
/// A kind that is gone has no state. Immutable, so that a batch that is not taken leaves no trace.
sealed interface KindSync {
    /// New: objects of it were decoded for a batch that has not been taken yet. Not part of the mirror.
    record Introduced(KindMirror mirror) implements KindSync {}

    /// Known from an earlier session, and not mentioned in this one.
    record Unmentioned(Staging staged) implements KindSync {}

    /// Mentioned in this session, and not yet proved equal to the agent's state.
    record Unverified(Staging staged) implements KindSync {}

    /// Proved equal to the agent's state in this session: a difference from here on is a fault.
    record InStep() implements KindSync {}

    /// The agent was asked for objects and has not sent the end of them.
    record Resending(Staging staged) implements KindSync {}

    /// The agent has been asked not to send the kind.
    record Stopped(Staging staged) implements KindSync {}

    /// What has arrived aside from the state that is served.
    default Staging staged() {
        return switch (this) {
            case Introduced _, InStep _ -> Staging.EMPTY;
            case Unmentioned(Staging staged) -> staged;
            case Unverified(Staging staged) -> staged;
            case Resending(Staging staged) -> staged;
            case Stopped(Staging staged) -> staged;
        };
    }

    /// The same with something else staged.
    default KindSync staging(Staging next) {
        return switch (this) {
            case Introduced _, Unverified _ -> new Unverified(next);
            case InStep _ -> next.isEmpty() ? this : new Unverified(next);
            case Unmentioned _ -> new Unmentioned(next);
            case Resending _ -> new Resending(next);
            case Stopped _ -> new Stopped(next);
        };
    }

    /// A new session begins: what was proved or asked for in the last one no longer counts.
    default KindSync inNewSession() {
        return this instanceof Introduced ? this : new Unmentioned(staged());
    }

    /// A new session begins, in which everything is to be sent again, whatever the digests say.
    default KindSync distrusted() {
        return this instanceof Introduced ? this : new Unmentioned(Staging.DISTRUSTING);
    }

    /// A batch has a part about the kind.
    default KindSync mentioned() {
        return switch (this) {
            case Introduced _, Unmentioned _ -> new Unverified(staged());
            case Unverified _, InStep _, Resending _, Stopped _ -> this;
        };
    }

    /// The agent is asked for something.
    default KindSync asked(Ask ask) {
        return switch (ask) {
            case Ask.Resend _ -> new Resending(staged());
            case Ask.Stop _ -> new Stopped(staged());
            case Ask.Follow _ -> new Unverified(staged());
            case Ask.Compare _, Ask.Later _ -> this instanceof Resending ? new Unverified(staged()) : this;
        };
    }
}
