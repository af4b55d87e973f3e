package io.livekube.hub.subscription;

import io.livekube.hub.history.ChangeLog;
import java.util.Optional;

/// A reader's position in the change log of one kind.
public record LogCursor(ChangeLog log, long position) {
    /// The same log from another position on.
    public LogCursor at(long other) {
        return new LogCursor(log, other);
    }

    /// What there is from here on; empty if some of it is lost, see [#lossCause].
    public Optional<ChangeLog.Slice> read(int most) {
        return log.read(position, most);
    }

    /// Whether there is more to read; reads nothing.
    public ChangeLog.Ahead ahead() {
        return log.ahead(position);
    }

    /// Why the cursor can't be read from any more.
    public EndReason lossCause() {
        return log.lossCause(position)
                .map(why -> switch (why) {
                    case CLOSED -> EndReason.KIND_GONE;
                    case RESET -> EndReason.HISTORY_RESET;
                })
                .orElse(EndReason.TOO_SLOW);
    }
}
