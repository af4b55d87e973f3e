package io.livekube.hub.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.ObjectKey;
import io.livekube.core.model.Resource;
import io.livekube.protocol.Answer;
import io.livekube.protocol.Batch;
import io.livekube.protocol.Edit;
import io.livekube.protocol.Part;
import io.livekube.protocol.SessionId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Which batches the hub takes: their sequence, their digests, and what is refused.
final class IngestBatchesTest extends IngestCase {
    @Test
    void repeatedBatchGetsTheSameAnswerAndHasNoEffect() {
        sync(3);
        Batch batch = batch(put(pod(1, 50)));
        Answer answer = send(batch);
        List<Long> before = versions();
        assertThat(ingest.admit(session, batch.sequence(), batch.hashCode(), now))
                .contains(answer);
        assertThat(ingest.admit(session, batch.sequence() - 1, 0, now)).containsInstanceOf(Answer.Reset.class);
        assertThat(versions()).isEqualTo(before);
    }

    @Test
    void gapUnknownSessionOrDifferentContentRequiresANewSession() {
        sync(3);
        assertThat(ingest.admit(session, sequence + 2, 1, now)).containsInstanceOf(Answer.Reset.class);
        assertThat(ingest.admit(session, sequence, 1, now)).containsInstanceOf(Answer.Reset.class);
        assertThat(ingest.admit(new SessionId(9, 1), 5, 1, now))
                .contains(new Answer.Reset(
                        "session 0000000000000009-1 is unknown to the hub; the current one is 0000000000000001-1"));
        assertThat(ingest.admit(session, sequence + 1, 1, now)).isEmpty();
    }

    @Test
    void delayedFirstBatchOfAnOlderSessionIsRejected() {
        session = new SessionId(1, 2);
        sync(3);
        assertThat(ingest.admit(new SessionId(1, 1), 1, 1, now)).containsInstanceOf(Answer.Reset.class);
        assertThat(ingest.admit(session, sequence + 1, 1, now)).isEmpty();
    }

    @Test
    void batchWithAMismatchedDigestChangesNothing() {
        sync(3);
        List<Long> before = versions();
        Part.Delta wrong =
                new Part.Delta(PODS, List.of(new Edit.Put(pod(1, 50), Optional.empty())), 50, OptionalLong.of(1));
        assertThat(send(batch(wrong))).isEqualTo(new Answer.Mismatch(session, sequence, Set.of(PODS)));
        assertThat(versions()).isEqualTo(before);
        assertThat(ingest.stats().mismatches()).isEqualTo(1);
    }

    @Test
    void batchWithoutADigestIsTrusted() {
        sync(3);
        Part.Delta delta = new Part.Delta(
                PODS, List.of(new Edit.Remove(new ObjectKey("ns", "pod-1"), 60)), 60, OptionalLong.empty());
        assertThat(send(batch(delta))).isInstanceOf(Answer.Acknowledged.class);
        assertThat(mirror.kind(PODS).orElseThrow().store().size()).isEqualTo(2);
    }

    @Test
    void deltaOfAnUnknownKindIsAMismatch() {
        send(batch(HELLO, POD));
        assertThat(send(batch(new Part.Delta(PODS, List.of(), 5, OptionalLong.empty()))))
                .isInstanceOf(Answer.Mismatch.class);
        assertThat(mirror.kind(PODS).orElseThrow().synced()).isFalse();
    }

    @Test
    void removedKindCanNotBeMentionedAgainInTheSameBatch() {
        sync(3);
        assertThat(send(batch(new Part.Gone(PODS), POD))).isInstanceOf(Answer.Refused.class);
        assertThat(versions()).hasSize(3);
        sequence--;
        assertThat(send(batch(put(pod(1, 50))))).isInstanceOf(Answer.Acknowledged.class);
    }

    @Test
    void deltasCanNotGrowAKindBeyondItsLimit() {
        var small = new Ingest(
                new IngestConfig(5, Duration.ofMinutes(1), Duration.ofSeconds(30), 10, 2, Duration.ofMinutes(5)),
                mirror,
                slots);
        assertThat(small.take(batch(HELLO, POD, new Part.Begin(PODS, all(), 1), new Part.End(PODS, 1, 0, 0)), 1, now))
                .isInstanceOf(Answer.Acknowledged.class);
        var edits = IntStream.range(0, 3)
                .<Edit>mapToObj(i -> new Edit.Put(pod(i, 50), Optional.empty()))
                .toList();
        assertThat(small.take(batch(new Part.Delta(PODS, edits, 50, OptionalLong.empty())), 2, now))
                .isInstanceOf(Answer.Refused.class);
        assertThat(versions()).isEmpty();
    }

    @Test
    void kindsOfRejectedBatchesDoNotCount() throws MalformedObjectException {
        var small = new Ingest(
                new IngestConfig(5, Duration.ofMinutes(1), Duration.ofSeconds(30), 1, 100, Duration.ofMinutes(5)),
                mirror,
                slots);
        byte[] json = "{\"metadata\":{\"name\":\"a\",\"resourceVersion\":\"1\"}}".getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < 3; i++) {
            Resource other = new Resource("example.com", "v1", "things" + i);
            assertThat(small.receiverState().decode(other, json, 0, json.length).name())
                    .isEqualTo("a");
        }
        small.receiverState();
        assertThat(small.take(batch(HELLO, POD), 1, now)).isInstanceOf(Answer.Acknowledged.class);
    }
}
