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

/// One kind's recent history: events in the order of their versions, from a floor to the present.
///
/// A watcher is a position in it, not a queue. Who stands behind the floor has missed something, and is
/// told so; who stands above the last event has seen everything up to the present version. The log is
/// bounded by bytes and time. Where the order of events can't be known (another cluster under the same
/// name, a state that went back) history begins anew, and everybody has missed something.
///
/// Written by one thread, read by any; no clock.
public final class ChangeLog {
    private final LogConfig config;
    private final List<Stamped> entries = new ArrayList<>();
    private int head;
    private long firstPosition;
    private long bytes;
    private long floor;
    private long version;
    private long cutShort;
    private long anewFrom;
    private double share = 1;
    private boolean closed;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    /// @param after the version of the state before the step that it belongs to
    private record Stamped(LogEntry entry, Instant at, long after) {}

    /// What there is from a position on.
    ///
    /// @param next the position behind the entries
    /// @param version the version of the state that they lead to, if they are all there is
    public record Stretch(List<LogEntry> entries, long next, OptionalLong version) {
        public Stretch {
            entries = List.copyOf(entries);
        }
    }

    public ChangeLog(LogConfig config) {
        this.config = config;
    }

    /// Calls somebody whenever there is something new, or something is lost; on the writer's thread.
    public void onNews(Runnable listener) {
        listeners.add(listener);
    }

    /// The state went on by these changes to a version.
    ///
    /// @param deletions the versions of those deletions that are known
    public void append(List<Change> changes, Map<ObjectKey, Long> deletions, long to, Instant now) {
        goOn(changes, deletions, to, now);
        listeners.forEach(Runnable::run);
    }

    /// Nothing will be added any more, and nobody can go on.
    public void close() {
        synchronized (this) {
            closed = true;
        }
        listeners.forEach(Runnable::run);
    }

    private synchronized void goOn(List<Change> changes, Map<ObjectKey, Long> deletions, long to, Instant now) {
        Optional<List<LogEntry>> ordered = Long.compareUnsigned(to, version) < 0
                ? Optional.empty()
                : Sequencer.order(changes, deletions, version, to);
        if (ordered.isEmpty()) {
            beginAnew(to);
            return;
        }
        for (LogEntry entry : ordered.get()) {
            entries.add(new Stamped(entry, now, version));
            bytes += entry.bytes();
        }
        version = to;
        trim(now);
    }

    /// The same as [#beginAnew], heard by everybody who goes on from before.
    public void breakOff(long at) {
        beginAnew(at);
        listeners.forEach(Runnable::run);
    }

    /// History begins with a state of this version: nobody can go on from before it.
    public synchronized void beginAnew(long at) {
        firstPosition = end() + 1; // so that no position from before is one of now
        anewFrom = firstPosition;
        entries.clear();
        head = 0;
        bytes = 0;
        floor = at;
        version = at;
    }

    /// Keeps only a share of what it may keep, by time and by bytes, until told otherwise: memory is short.
    ///
    /// @return whether something was let go for that
    public synchronized boolean narrow(double to, Instant now) {
        share = to;
        int before = size();
        trim(now);
        return to < 1 && size() < before;
    }

    /// Lets go of what is too old or too much.
    public synchronized void trim(Instant now) {
        Duration longest = share == 1
                ? config.longest()
                : Duration.ofMillis((long) (config.longest().toMillis() * share));
        while (head < entries.size()) {
            Stamped oldest = entries.get(head);
            boolean old = oldest.at().plus(longest).isBefore(now);
            boolean much = bytes > config.bytes() * share;
            if (!old && !much) {
                break;
            }
            cutShort += old ? 0 : 1;
            long by = oldest.entry().by();
            floor = Long.compareUnsigned(by, floor) > 0 ? by : floor;
            bytes -= oldest.entry().bytes();
            head++;
            firstPosition++;
        }
        if (head > 64 && head > entries.size() / 2) {
            entries.subList(0, head).clear();
            head = 0;
        }
    }

    /// The position of who has seen everything up to a version; empty if something since may be lost. Who
    /// has seen more than there is here stands at the end, and passes over what it has seen.
    ///
    /// From there on are also those deletions of an earlier version that may have happened later, see
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

    /// What a version is to a log that has come to it.
    public enum Standing {
        /// Everything up to it is told before everything after it.
        BETWEEN,
        /// It is that of an event in the middle of a step.
        TOLD,
        /// The log goes past it in one step: who knows it knows a state that is not of this log. What
        /// happened until the next one is not all in here, for of an object that changes several times within
        /// a step only the last change is.
        PASSED
    }

    /// What a version is to who knows it.
    public synchronized Standing standing(long seen) {
        int next = indexAfter(seen);
        if (!isWithinStep(next, seen)) {
            return Standing.BETWEEN;
        }
        boolean told = next > head && entries.get(next - 1).entry().version() == seen;
        return told || seen == floor ? Standing.TOLD : Standing.PASSED;
    }

    /// @param next the first entry after the version
    private boolean isWithinStep(int next, long seen) {
        return next < entries.size() && Long.compareUnsigned(entries.get(next).after(), seen) < 0;
    }

    private boolean ofOneStep(int one, int other) {
        return entries.get(one).after() == entries.get(other).after();
    }

    /// What happened after a version and up to another; empty if some of it may be lost, or is still to
    /// come.
    public synchronized Optional<List<LogEntry>> between(long after, long upTo) {
        boolean lost = closed || Long.compareUnsigned(after, floor) < 0;
        if (lost || Long.compareUnsigned(after, upTo) > 0 || Long.compareUnsigned(upTo, version) > 0) {
            return Optional.empty();
        }
        return Optional.of(entries.subList(indexAfter(after), indexAfter(upTo)).stream()
                .map(Stamped::entry)
                .toList());
    }

    /// When the state of a version was followed by another, as far as that is known; empty if it is the
    /// present one.
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

    /// What there is from a position on; empty if some of it is gone.
    public synchronized Optional<Stretch> read(long position, int most) {
        if (closed || position < firstPosition || position > end()) {
            return Optional.empty();
        }
        int from = head + (int) (position - firstPosition);
        int to = Math.min(entries.size(), from + most);
        List<LogEntry> stretch = new ArrayList<>(to - from);
        for (Stamped stamped : entries.subList(from, to)) {
            stretch.add(stamped.entry());
        }
        return Optional.of(new Stretch(
                stretch,
                position + stretch.size(),
                to == entries.size() ? OptionalLong.of(version) : OptionalLong.empty()));
    }

    /// What a reader finds from its position on.
    public enum Ahead {
        /// Nothing: it has seen everything up to the present.
        NOTHING,
        /// Entries.
        MORE,
        /// Some entries are gone, see [#whyLost].
        LOST
    }

    /// What there is from a position on, without reading it.
    public synchronized Ahead ahead(long position) {
        if (closed || position < firstPosition || position > end()) {
            return Ahead.LOST;
        }
        return position == end() ? Ahead.NOTHING : Ahead.MORE;
    }

    /// Why nobody can go on from a position, other than by having stood there for too long.
    public enum Break {
        /// The kind is not held any more.
        CLOSED,
        /// History began anew behind it.
        ANEW
    }

    /// Why what comes behind a position can't be read; empty if it can, or was let go.
    public synchronized Optional<Break> whyLost(long position) {
        if (closed) {
            return Optional.of(Break.CLOSED);
        }
        return position < anewFrom ? Optional.of(Break.ANEW) : Optional.empty();
    }

    /// The version of the state that the log leads to.
    public synchronized long version() {
        return version;
    }

    /// The oldest version from which one can go on.
    public synchronized long floor() {
        return floor;
    }

    public synchronized int size() {
        return entries.size() - head;
    }

    public synchronized long bytes() {
        return bytes;
    }

    /// How far back it goes.
    public synchronized Duration window(Instant now) {
        return head < entries.size() ? Duration.between(entries.get(head).at(), now) : Duration.ZERO;
    }

    /// Events that were let go before their time because there were too many.
    public synchronized long cutShort() {
        return cutShort;
    }

    /// Whether the kind is not held any more.
    public synchronized boolean closed() {
        return closed;
    }

    private long end() {
        return firstPosition + entries.size() - head;
    }
}
