package io.livekube.hub.history;

import io.livekube.core.model.ObjectKey;
import io.livekube.core.store.Change;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;

/// Change log of one kind: a window of events ordered by version, from a floor to the present.
///
/// A reader is a position in the log, not a queue. A reader behind the floor has lost events, which it is notified of;
/// a reader at the end has seen everything up to the present version. The log is bounded by bytes and time.
/// Where the order of events can't be known (another cluster under the same name, a state that went backwards)
/// the log is reset, which loses all readers.
///
/// Single writer, any number of readers; time is passed in.
public final class ChangeLog {
    /// Upper bound of the latest events whose objects may still be plain, and are about to be packed.
    private static final int MOST_PLAIN = 512;

    private final long maxBytes;
    private final Duration longest;
    private final List<Stamped> entries = new ArrayList<>();
    private int head;
    /// Index of the first event that may have been counted with plain objects.
    private int uncertain;
    private long firstPosition;
    private long bytes;
    private long floor;
    private long version;
    private long cutShort;
    private long resetAt;
    private double share = 1;
    private boolean closed;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    /// @param after version of the state before the step that the entry belongs to
    /// @param bytes size with which it was counted; its objects may be packed later
    private record Stamped(LogEntry entry, Instant at, long after, int bytes) {}

    /// Entries from a position onward.
    ///
    /// @param next position after them
    /// @param version version of the state that they lead to, if no entries follow
    public record Slice(List<LogEntry> entries, long next, OptionalLong version) {
        public Slice {
            entries = List.copyOf(entries);
        }
    }

    /// With the window of a hub.
    public ChangeLog() {
        this(32L << 20, Duration.ofMinutes(5));
    }

    /// @param maxBytes beyond which the oldest events are dropped
    /// @param longest age of an event; a watch that was interrupted for less can resume
    public ChangeLog(long maxBytes, Duration longest) {
        this.maxBytes = maxBytes;
        this.longest = longest;
    }

    /// Adds a listener that is called on the writer's thread when there are new entries, or when the log is
    /// reset or closed.
    public void onChange(Runnable listener) {
        listeners.add(listener);
    }

    /// Appends the changes that led to a new version of the state.
    ///
    /// @param deletions versions of deletions, where known
    public void append(List<Change> changes, Map<ObjectKey, Long> deletions, long to, Instant now) {
        extend(changes, deletions, to, now);
        listeners.forEach(Runnable::run);
    }

    /// Closes the log; all readers are lost.
    public void close() {
        synchronized (this) {
            closed = true;
        }
        listeners.forEach(Runnable::run);
    }

    private synchronized void extend(List<Change> changes, Map<ObjectKey, Long> deletions, long to, Instant now) {
        Optional<List<LogEntry>> ordered = Long.compareUnsigned(to, version) < 0
                ? Optional.empty()
                : Sequencer.order(changes, deletions, version, to);
        if (ordered.isEmpty()) {
            reset(to);
            return;
        }
        for (LogEntry entry : ordered.get()) {
            var stamped = new Stamped(entry, now, version, entry.bytes());
            entries.add(stamped);
            bytes += stamped.bytes();
        }
        version = to;
        trim(now);
    }

    /// Resets the log and notifies its readers that they are lost.
    public void resetAndNotify(long at) {
        reset(at);
        listeners.forEach(Runnable::run);
    }

    /// Starts over from a state of this version: no reader can resume from before it.
    public synchronized void reset(long at) {
        firstPosition = end() + 1; // invalidates all earlier positions
        resetAt = firstPosition;
        entries.clear();
        head = 0;
        uncertain = 0;
        bytes = 0;
        floor = at;
        version = at;
    }

    /// Narrows the window to a share of its limits, in time and bytes, until called with another share.
    ///
    /// @return whether events were dropped as a result
    public synchronized boolean narrow(double to, Instant now) {
        share = to;
        int before = size();
        trim(now);
        return to < 1 && size() < before;
    }

    /// Drops events beyond the limits.
    public synchronized void trim(Instant now) {
        if (bytes > maxBytes * share) {
            recount();
        }
        Duration window = share == 1 ? longest : Duration.ofMillis((long) (longest.toMillis() * share));
        while (head < entries.size()) {
            Stamped oldest = entries.get(head);
            boolean old = oldest.at().plus(window).isBefore(now);
            boolean much = bytes > maxBytes * share;
            if (!old && !much) {
                break;
            }
            cutShort += old ? 0 : 1;
            long by = oldest.entry().by();
            floor = Long.compareUnsigned(by, floor) > 0 ? by : floor;
            bytes -= oldest.bytes();
            head++;
            firstPosition++;
        }
        if (head > 64 && head > entries.size() / 2) {
            entries.subList(0, head).clear();
            uncertain = Math.max(0, uncertain - head);
            head = 0;
        }
    }

    /// Counts the latest events again: packed objects take several times less than they did.
    private void recount() {
        for (int i = Math.max(head, uncertain); i < entries.size(); i++) {
            Stamped before = entries.get(i);
            var now = new Stamped(
                    before.entry(), before.at(), before.after(), before.entry().bytes());
            entries.set(i, now);
            bytes += now.bytes() - before.bytes();
        }
        uncertain = Math.max(0, entries.size() - MOST_PLAIN);
    }

    /// Position of a reader that has seen everything up to a version; empty if later events may be gone. A
    /// reader that has seen more than the log contains gets the end position, and skips what it knows.
    ///
    /// The position also comes before deletions with an earlier version that may have happened later, see
    /// [LogEntry#by].
    public synchronized OptionalLong positionAfter(long seen) {
        if (closed || Long.compareUnsigned(seen, floor) < 0) {
            return OptionalLong.empty();
        }
        int next = indexAfter(seen);
        int first = next;
        for (int i = next - 1; isWithinStep(next, seen) && i >= head && ofOneStep(i, next); i--) {
            first = Long.compareUnsigned(entries.get(i).entry().by(), seen) > 0 ? i : first;
        }
        return OptionalLong.of(firstPosition + first - head);
    }

    /// Where a version lies in a log that has reached it.
    public enum Placement {
        /// Between two steps: all events up to the version come before all events after it.
        BOUNDARY,
        /// The version of an event within a step.
        EVENT,
        /// Skipped within a step: a reader at this version has a state that this log never had. The log is
        /// incomplete for such a reader, because for an object that changes several times within a step it
        /// contains only the last change.
        SKIPPED
    }

    /// Determines where a version lies.
    public synchronized Placement placement(long seen) {
        int next = indexAfter(seen);
        if (!isWithinStep(next, seen)) {
            return Placement.BOUNDARY;
        }
        boolean isEvent = next > head && entries.get(next - 1).entry().version() == seen;
        return isEvent || seen == floor ? Placement.EVENT : Placement.SKIPPED;
    }

    /// @param next first entry after the version
    private boolean isWithinStep(int next, long seen) {
        return next < entries.size() && Long.compareUnsigned(entries.get(next).after(), seen) < 0;
    }

    private boolean ofOneStep(int one, int other) {
        return entries.get(one).after() == entries.get(other).after();
    }

    /// Events after one version, up to and including another; empty if some may be gone or are yet to come.
    public synchronized Optional<List<LogEntry>> between(long after, long upTo) {
        boolean lost = closed || Long.compareUnsigned(after, floor) < 0;
        if (lost || Long.compareUnsigned(after, upTo) > 0 || Long.compareUnsigned(upTo, version) > 0) {
            return Optional.empty();
        }
        return Optional.of(entries.subList(indexAfter(after), indexAfter(upTo)).stream()
                .map(Stamped::entry)
                .toList());
    }

    /// When the state at a version was superseded, as far as known; empty if it is the present state.
    public synchronized Optional<Instant> outdated(long past) {
        int next = indexAfter(past);
        return next < entries.size() ? Optional.of(entries.get(next).at()) : Optional.empty();
    }

    private int indexAfter(long seen) {
        int low = head;
        int high = entries.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (Long.compareUnsigned(entries.get(middle).entry().version(), seen) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /// Entries from a position onward; empty if some of them are gone.
    public synchronized Optional<Slice> read(long position, int most) {
        if (closed || position < firstPosition || position > end()) {
            return Optional.empty();
        }
        int from = head + (int) (position - firstPosition);
        int to = Math.min(entries.size(), from + most);
        List<LogEntry> stretch = new ArrayList<>(to - from);
        for (Stamped stamped : entries.subList(from, to)) {
            stretch.add(stamped.entry());
        }
        return Optional.of(new Slice(
                stretch,
                position + stretch.size(),
                to == entries.size() ? OptionalLong.of(version) : OptionalLong.empty()));
    }

    /// What lies ahead of a reader's position.
    public enum Ahead {
        /// Nothing: the reader has seen everything up to the present.
        NOTHING,
        /// Entries.
        MORE,
        /// Some entries are gone, see [#lossCause].
        LOST
    }

    /// What lies ahead of a position, without reading it.
    public synchronized Ahead ahead(long position) {
        if (closed || position < firstPosition || position > end()) {
            return Ahead.LOST;
        }
        return position == end() ? Ahead.NOTHING : Ahead.MORE;
    }

    /// Reasons for losing a position, other than falling out of the window.
    public enum Loss {
        /// The kind is no longer held.
        CLOSED,
        /// The log was reset.
        RESET
    }

    /// Why a position was lost; empty if it was not lost, or fell out of the window.
    public synchronized Optional<Loss> lossCause(long position) {
        if (closed) {
            return Optional.of(Loss.CLOSED);
        }
        return position < resetAt ? Optional.of(Loss.RESET) : Optional.empty();
    }

    /// Version of the state that the log leads up to.
    public synchronized long version() {
        return version;
    }

    /// Oldest version that a reader can resume from.
    public synchronized long floor() {
        return floor;
    }

    public synchronized int size() {
        return entries.size() - head;
    }

    public synchronized long bytes() {
        return bytes;
    }

    /// Age of the oldest event.
    public synchronized Duration window(Instant now) {
        return head < entries.size() ? Duration.between(entries.get(head).at(), now) : Duration.ZERO;
    }

    /// Number of events dropped early because of the size limit.
    public synchronized long cutShort() {
        return cutShort;
    }

    /// Whether the kind is no longer held.
    public synchronized boolean closed() {
        return closed;
    }

    private long end() {
        return firstPosition + entries.size() - head;
    }
}
