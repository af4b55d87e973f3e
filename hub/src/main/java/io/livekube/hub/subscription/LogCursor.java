package io.livekube.hub.subscription;

import io.livekube.hub.history.ChangeLog;
import java.util.Optional;

/// A reader's position in the change log of one kind.
public record LogCursor(ChangeLog log, long position) {
    /// A cursor into the same log at another position.
    public LogCursor at(long other) {
        return new LogCursor(log, other);
    }

    /// Entries from here onward; empty if some are lost, see [#lossCause].
    public Optional<ChangeLog.Slice> read(int most) {
        return log.read(position, most);
    }

    /// Whether there is more to read, without reading it.
    public ChangeLog.Ahead ahead() {
        return log.ahead(position);
    }

    /// Why the cursor can no longer be read from.
    public EndReason lossCause() {
        return log.lossCause(position)
                .map(why -> switch (why) {
                    case CLOSED -> EndReason.KIND_GONE;
                    case RESET -> EndReason.HISTORY_RESET;
                })
                .orElse(EndReason.TOO_SLOW);
    }
}
