package io.livekube.hub.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.hub.TestingAgent;
import io.livekube.hub.TestingHub;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.control.TaskReply;
import io.livekube.protocol.Task;
import io.livekube.protocol.TaskDocument;
import io.livekube.protocol.json.ContentCoding;
import io.livekube.protocol.json.TaskCodec;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Concurrent requests for one document.
@Timeout(60)
class ServerDocumentsTest {
    private final TestingHub hub = TestingHub.start();
    private final TestingAgent agent = TestingAgent.start(hub, "demo", _ -> document());
    private final Cluster cluster = hub.hub().clusters().find("demo").orElseThrow();
    private final ServerDocuments documents = new ServerDocuments(FetchConfig.defaults(), this::now);
    private final CountDownLatch looked = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private volatile Optional<Thread> heldUp = Optional.empty();

    @AfterEach
    void stop() {
        documents.close();
        agent.close();
        hub.close();
    }

    private static Optional<TaskReply> document() {
        var document = new TaskDocument("application/json", "\"H1\"", new byte[] {'{', '}'});
        return Optional.of(new TaskReply.Payload(TaskCodec.encode(document), ContentCoding.IDENTITY));
    }

    /// Delays one reader while it evaluates the document it has just found.
    private Instant now() {
        if (heldUp.filter(Thread.currentThread()::equals).isPresent()) {
            heldUp = Optional.empty();
            looked.countDown();
            try {
                goOn.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return now;
    }

    private FetchedDocument get() throws ReadFailedException, InterruptedException {
        return documents.get(cluster, "/version", "application/json", "").document();
    }

    @Test
    void readerDelayedAfterItsCacheLookupSharesTheAnswerThatArrivedMeanwhile() throws Exception {
        FetchedDocument old = get();
        now = now.plus(ServerDocuments.FRESH);
        var late = new FutureTask<>(this::get);
        Thread reader = Thread.ofVirtual().unstarted(late);
        heldUp = Optional.of(reader);
        reader.start();
        looked.await();
        FetchedDocument fresh = get();
        goOn.countDown();

        assertThat(late.get()).isSameAs(fresh).isNotSameAs(old);
        assertThat(agent.seen(Task.Document.class)).hasSize(2);
    }
}
