package io.livekube.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

final class JsonRoundTripTest {
    private static final int SCHEDULES = 500;

    @Test
    void whatIsEncodedIsDecodedAgain() throws Exception {
        for (long seed = 0; seed < SCHEDULES; seed++) {
            var batches = new TestingBatches(seed);
            Batch batch = batches.batch();
            Incoming incoming = new JsonDecoder(Limits.defaults(), ContentCoding.IDENTITY).open(encode(batch));
            assertThat(incoming.session()).isEqualTo(batch.session());
            assertThat(incoming.sequence()).isEqualTo(batch.sequence());
            assertThat(Described.inJson(incoming.decode(batches.receiver())))
                    .as("seed %d", seed)
                    .isEqualTo(Described.inJson(batch));
        }
    }

    static byte[] encode(Batch batch) {
        var out = new ByteArrayOutputStream();
        try {
            new JsonEncoder(Limits.defaults()).encode(batch, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
