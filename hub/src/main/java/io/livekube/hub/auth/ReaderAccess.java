package io.livekube.hub.auth;

import java.util.Optional;
import java.util.function.Supplier;

/// Who may read the mirror: whoever has a reader's token or, where the hub was told so, anyone. Agents
/// may not.
public final class ReaderAccess {
    /// What a request may do.
    public enum Verdict {
        GRANTED,
        /// A token is needed, and there is none.
        MISSING,
        /// No such token.
        UNKNOWN,
        /// It is an agent's, which writes its cluster and reads nothing.
        AGENT
    }

    private final Supplier<AgentTokens> agents;
    private final Optional<Supplier<ReaderTokens>> readers;

    /// Decides by the tokens of the moment.
    ///
    /// @param readers empty if anyone may read
    public ReaderAccess(Supplier<AgentTokens> agents, Optional<Supplier<ReaderTokens>> readers) {
        this.agents = agents;
        this.readers = readers;
    }

    public Verdict check(Optional<String> token) {
        if (token.isPresent() && agents.get().isKnown(token.get())) {
            return Verdict.AGENT;
        }
        if (readers.isEmpty()) {
            return Verdict.GRANTED;
        }
        if (token.isEmpty()) {
            return Verdict.MISSING;
        }
        return readers.get().get().isKnown(token.get()) ? Verdict.GRANTED : Verdict.UNKNOWN;
    }

    /// Who has a share of what there is to share: whoever has the token, which is not told. Where anyone
    /// may read, tokens cost nothing, and it is the address that counts.
    ///
    /// @param from the address, as "from 127.0.0.1"
    public String nameOf(Optional<String> token, String from) {
        return token.filter(_ -> readers.isPresent())
                .map(known -> "with token " + TokenHash.of(known).shortName())
                .orElse(from);
    }
}
