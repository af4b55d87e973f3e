package io.livekube.hub.watch;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One watcher's wait for a log that has not come to what its reader knows; touched by its event loop alone.
///
/// Where it goes on then is asked once, elsewhere: to compare whole states takes too long for an event loop.
final class Ahead {
    private static final Logger LOG = LoggerFactory.getLogger(Ahead.class);

    private final Supplier<Optional<Resumption>> where;
    private boolean asked;

    /// @param where it goes on; empty if what happened meanwhile can't be told
    Ahead(Supplier<Optional<Resumption>> where) {
        this.where = where;
    }

    /// Asks if the log has come to a version.
    ///
    /// @param answered gets the answer, on the event loop
    void look(Topic topic, long known, Loop loop, Consumer<Optional<Resumption>> answered) {
        if (!asked && Long.compareUnsigned(topic.kind().log().version(), known) >= 0) {
            asked = true;
            Thread.ofVirtual().name("hub-watch-ahead").start(() -> {
                Optional<Resumption> answer = ask(topic);
                loop.execute(() -> answered.accept(answer));
            });
        }
    }

    private Optional<Resumption> ask(Topic topic) {
        try {
            return where.get();
        } catch (Throwable e) { // also of memory that is short: the reader would wait for ever
            String of = topic.kind().resource().toString();
            LOG.error(
                    "{}: {} can't be caught up with: its reader is to list again",
                    topic.cluster().id(),
                    of,
                    e);
            return Optional.empty();
        }
    }
}
