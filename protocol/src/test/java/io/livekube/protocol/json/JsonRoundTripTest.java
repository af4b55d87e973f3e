package io.livekube.protocol.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.protocol.Batch;
import io.livekube.protocol.BatchLimits;
import io.livekube.protocol.Described;
import io.livekube.protocol.IncomingBatch;
import io.livekube.protocol.TestingBatches;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

public final class JsonRoundTripTest {
    private static final int SCHEDULES = 500;

    @Test
    void encodedBatchesAreDecodedUnchanged() throws Exception {
        for (long seed = 0; seed < SCHEDULES; seed++) {
            var batches = new TestingBatches(seed);
            Batch batch = batches.batch();
            IncomingBatch incoming =
                    new JsonDecoder(BatchLimits.defaults(), ContentCoding.IDENTITY).open(encode(batch));
            assertThat(incoming.session()).isEqualTo(batch.session());
            assertThat(incoming.sequence()).isEqualTo(batch.sequence());
            assertThat(Described.inJson(incoming.decode(batches.receiver())))
                    .as("seed %d", seed)
                    .isEqualTo(Described.inJson(batch));
        }
    }

    public static byte[] encode(Batch batch) {
        var out = new ByteArrayOutputStream();
        try {
            new JsonEncoder(BatchLimits.defaults()).encode(batch, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
