package io.livekube.lab.sync;

import com.dynatrace.hash4j.hashing.Hashing;
import io.livekube.agent.sync.UplinkAction;
import io.livekube.hub.ingest.Ingest;
import io.livekube.protocol.Answer;
import io.livekube.protocol.BatchLimits;
import io.livekube.protocol.IncomingBatch;
import io.livekube.protocol.ProtocolException;
import io.livekube.protocol.binary.BinaryDecoder;
import io.livekube.protocol.binary.BinaryEncoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;

/// Encodes batches as for a real wire, and decodes them against the hub's state.
final class EncodedWire implements Wire {
    private final BinaryEncoder encoder = new BinaryEncoder(BatchLimits.defaults());
    private final BinaryDecoder decoder = new BinaryDecoder(BatchLimits.defaults());

    @Override
    public Message encode(UplinkAction.Post post) {
        var bytes = new ByteArrayOutputStream();
        try {
            encoder.encode(post.batch(), post.shared(), bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Message(bytes.toByteArray(), Hashing.xxh3_64().hashBytesToLong(bytes.toByteArray()));
    }

    @Override
    public Answer deliver(Message message, Ingest ingest, Instant now) {
        try {
            IncomingBatch incoming = decoder.open((byte[]) message.content());
            try {
                return ingest.take(incoming.decode(ingest.receiverState()), message.hash(), now);
            } catch (ProtocolException e) {
                if (e.problem() == ProtocolException.Problem.OUT_OF_STEP) {
                    return ingest.outOfStep(incoming.session(), incoming.sequence());
                }
                throw e;
            }
        } catch (ProtocolException e) {
            throw new IllegalStateException(e);
        }
    }
}
