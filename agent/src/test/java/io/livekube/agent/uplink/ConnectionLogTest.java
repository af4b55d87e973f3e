package io.livekube.agent.uplink;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.livekube.protocol.Answer;
import io.livekube.protocol.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class ConnectionLogTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Answer TAKEN = new Answer.Acknowledged(new SessionId(1, 1), 1, List.of(), Duration.ZERO);

    private final Logger logger = (Logger) LoggerFactory.getLogger(ConnectionLog.class);
    private final ListAppender<ILoggingEvent> lines = new OfThisThread();
    private final ConnectionLog log = new ConnectionLog("http://hub");

    /// Agents use the same logger, and one from an earlier test may still be closing.
    private static final class OfThisThread extends ListAppender<ILoggingEvent> {
        private final Thread thread = Thread.currentThread();

        @Override
        protected void append(ILoggingEvent event) {
            if (Thread.currentThread().equals(thread)) {
                super.append(event);
            }
        }
    }

    @BeforeEach
    void listen() {
        lines.start();
        logger.addAppender(lines);
        logger.setLevel(Level.INFO);
        logger.setAdditive(false);
    }

    @AfterEach
    void leave() {
        logger.detachAppender(lines);
        logger.setLevel(null);
        logger.setAdditive(true);
    }

    private List<String> said() {
        List<String> said =
                lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
        lines.list.clear();
        return said;
    }

    @Test
    void batchesThatAreTakenMakeNoNoise() {
        for (int i = 0; i < 100; i++) {
            log.answered(TAKEN, START.plusSeconds(i));
        }
        assertThat(said()).containsExactly("connected to the hub http://hub");
    }

    @Test
    void aRefusalIsLoggedOnceAndThenEveryMinute() {
        for (int i = 0; i <= 120; i++) {
            log.answered(new Answer.Refused("unknown version"), START.plusSeconds(i));
        }
        assertThat(said())
                .containsExactly(
                        "hub http://hub: batch refused: unknown version; retrying",
                        "hub http://hub: still failing after 61 attempts in 60 s: batch refused: unknown version",
                        "hub http://hub: still failing after 121 attempts in 120 s: batch refused: unknown version");
    }

    @Test
    void aNewProblemIsLoggedImmediatelyAndSoIsRecovery() {
        log.answered(TAKEN, START);
        log.failed("can't connect", START.plusSeconds(1));
        log.failed("HTTP 500", START.plusSeconds(2));
        log.answered(TAKEN, START.plusSeconds(9));
        assertThat(said())
                .containsExactly(
                        "connected to the hub http://hub",
                        "hub http://hub: can't connect; retrying",
                        "hub http://hub: HTTP 500; retrying",
                        "hub http://hub: reconnected after 2 attempts in 8 s");
    }
}
