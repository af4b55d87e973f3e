package io.livekube.protocol.binary;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.protocol.Batch;
import io.livekube.protocol.BatchLimits;
import io.livekube.protocol.Described;
import io.livekube.protocol.IncomingBatch;
import io.livekube.protocol.TestingBatches;
import io.livekube.protocol.TestingEnd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

public final class BinaryRoundTripTest {
    private static final int SCHEDULES = 1_000;

    @Test
    void encodedBatchesAreDecodedUnchanged() throws Exception {
        for (long seed = 0; seed < SCHEDULES; seed++) {
            var batches = new TestingBatches(seed);
            Batch batch = batches.batch();
            byte[] body = encode(batch, batches.sender());
            IncomingBatch incoming = new BinaryDecoder(BatchLimits.defaults()).open(body);
            assertThat(incoming.session()).isEqualTo(batch.session());
            assertThat(incoming.sequence()).isEqualTo(batch.sequence());
            assertThat(Described.batch(incoming.decode(batches.receiver())))
                    .as("seed %d", seed)
                    .isEqualTo(Described.batch(batch));
        }
    }

    public static byte[] encode(Batch batch, TestingEnd held) {
        var out = new ByteArrayOutputStream();
        try {
            new BinaryEncoder(BatchLimits.defaults()).encode(batch, held, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
