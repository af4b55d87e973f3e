package io.livekube.protocol.binary;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.model.KubeObject;
import io.livekube.protocol.Batch;
import io.livekube.protocol.Edit;
import io.livekube.protocol.Part;
import io.livekube.protocol.SessionId;
import io.livekube.protocol.TestingEnd;
import io.livekube.protocol.TestingPod;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class BinarySizeTest {
    private final TestingEnd end = new TestingEnd();
    private final Random random = new Random(7);
    private final List<TestingPod> pods = new ArrayList<>();
    private long version = 40_000_000;

    BinarySizeTest() {
        for (int i = 0; i < 500; i++) {
            var pod = new TestingPod("team-" + i % 7, "app-" + i % 25, random);
            if (random.nextInt(10) > 0) {
                pod.goOn();
            }
            pods.add(pod);
            end.hold(TestingEnd.PODS, pod.at(end, ++version));
        }
    }

    @Test
    void aPodThatRestartsTakesLessThan80BytesInABatchOf12() {
        var edits = new ArrayList<Edit>();
        for (int i = 0; i < 12; i++) {
            KubeObject restarted = pods.get(i * 41).goOn().at(end, ++version);
            edits.add(new Edit.Put(restarted, Optional.of(restarted.key())));
        }
        int size = size(edits);
        assertThat(size / 12).isLessThan(80);
    }

    private int size(List<Edit> edits) {
        var delta = new Part.Delta(TestingEnd.PODS, edits, version, random.nextLong());
        return BinaryRoundTripTest.encode(new Batch(new SessionId(random.nextLong(), 1), 1000, List.of(delta)), end)
                .length;
    }
}
