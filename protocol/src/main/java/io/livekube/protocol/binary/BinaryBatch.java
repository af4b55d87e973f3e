package io.livekube.protocol.binary;

import com.github.luben.zstd.ZstdException;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.Resource;
import io.livekube.protocol.Batch;
import io.livekube.protocol.BatchLimits;
import io.livekube.protocol.Edit;
import io.livekube.protocol.IncomingBatch;
import io.livekube.protocol.Part;
import io.livekube.protocol.ProtocolException;
import io.livekube.protocol.ProtocolException.Problem;
import io.livekube.protocol.ReceiverState;
import io.livekube.protocol.SessionId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Batch in version 1 of the binary form.
final class BinaryBatch implements IncomingBatch {
    private final byte[] body;
    private final BatchLimits limits;
    private final SessionId session;
    private final long sequence;
    private final int partsAt;
    private final int headEnd;
    private final int frameAt;

    private BinaryBatch(byte[] body, BatchLimits limits, SessionId session, long sequence, int partsAt, int headEnd) {
        this.body = body;
        this.limits = limits;
        this.session = session;
        this.sequence = sequence;
        this.partsAt = partsAt;
        this.headEnd = headEnd;
        this.frameAt = headEnd + HeadChecksum.BYTES;
    }

    static BinaryBatch open(byte[] body, int from, BatchLimits limits) throws ProtocolException {
        var prefix = new BatchHeadReader(body, from, body.length, limits.textBytes());
        int length = prefix.count("the head's length");
        if (length > limits.headBytes()) {
            throw prefix.tooLarge("it has %d bytes, more than the limit of %d".formatted(length, limits.headBytes()));
        }
        int start = prefix.position();
        if (length > body.length - start - HeadChecksum.BYTES) {
            throw prefix.malformed("it has %d bytes and a checksum of %d, but only %d follow"
                    .formatted(length, HeadChecksum.BYTES, body.length - start));
        }
        int end = start + length;
        if (!Arrays.equals(
                body, end, end + HeadChecksum.BYTES, HeadChecksum.of(body, start, length), 0, HeadChecksum.BYTES)) {
            throw prefix.malformed("wrong checksum: it was damaged in transit");
        }
        var head = new BatchHeadReader(body, start, end, limits.textBytes());
        long instance = head.fixed("the session");
        int number = head.count("the session's number");
        long sequence = head.number("the sequence number");
        if (number < 1) {
            throw head.malformed("the session number must be at least 1");
        }
        if (sequence < 1) {
            throw head.malformed("the sequence number is %s, but must be between 1 and %d"
                    .formatted(Long.toUnsignedString(sequence), Long.MAX_VALUE));
        }
        return new BinaryBatch(body, limits, new SessionId(instance, number), sequence, head.position(), end);
    }

    @Override
    public SessionId session() {
        return session;
    }

    @Override
    public long sequence() {
        return sequence;
    }

    @Override
    public Batch decode(ReceiverState counterpart) throws ProtocolException {
        var head = new BatchHeadReader(body, partsAt, headEnd, limits.textBytes());
        var reader = new PartReader(head, limits, counterpart, sequence == 1);
        List<PendingPart> planned = reader.read();
        boolean hello = !planned.isEmpty() && planned.getFirst() instanceof PendingPart.Whole(Part.Hello _);
        if (hello != (sequence == 1)) {
            throw new ProtocolException(
                    Problem.MALFORMED, "only the first batch of a session begins with a hello, and it must");
        }
        if (!reader.hasObjects()) {
            if (frameAt != body.length) {
                throw new ProtocolException(
                        Problem.MALFORMED,
                        "%d bytes follow the head, which has no objects".formatted(body.length - frameAt));
            }
            return new Batch(session, sequence, fill(planned, (resource, length) -> {
                throw new IllegalStateException("there are no objects");
            }));
        }
        return withObjects(planned, reader.bases(), counterpart);
    }

    /// Source of the objects in the frame.
    private interface Objects {
        KubeObject next(Resource resource, int length) throws ProtocolException;
    }

    private Batch withObjects(List<PendingPart> planned, BatchDictionary bases, ReceiverState counterpart)
            throws ProtocolException {
        // With a dictionary other than the sender's, decoding yields garbage, although the batch is valid.
        Problem problem = bases.isEmpty() ? Problem.MALFORMED : Problem.OUT_OF_STEP;
        int[] count = {0};
        try (var contents = new ContentReader(body, frameAt, bases.dictionary())) {
            List<Part> parts = fill(planned, (resource, length) -> {
                count[0]++;
                if (!contents.read(length)) {
                    throw new ProtocolException(problem, "the frame ends within object " + count[0]);
                }
                try {
                    return counterpart.decode(resource, contents.content(), 0, length);
                } catch (MalformedObjectException e) {
                    throw new ProtocolException(problem, "object %d: %s".formatted(count[0], e.getMessage()));
                }
            });
            if (!contents.atEnd()) {
                throw new ProtocolException(problem, "the frame does not end after object " + count[0]);
            }
            return new Batch(session, sequence, parts);
        } catch (ZstdException e) {
            throw new ProtocolException(
                    problem, "object %d can't be decompressed: %s".formatted(count[0], e.getMessage()));
        }
    }

    private static List<Part> fill(List<PendingPart> planned, Objects objects) throws ProtocolException {
        var parts = new ArrayList<Part>(planned.size());
        for (PendingPart plan : planned) {
            parts.add(
                    switch (plan) {
                        case PendingPart.Whole whole -> whole.part();
                        case PendingPart.Chunk chunk -> {
                            var filled = new ArrayList<KubeObject>(chunk.lengths().length);
                            for (int length : chunk.lengths()) {
                                filled.add(objects.next(chunk.resource(), length));
                            }
                            yield new Part.Chunk(chunk.resource(), filled);
                        }
                        case PendingPart.Delta delta -> {
                            var filled = new ArrayList<Edit>(delta.edits().size());
                            for (PendingPart.Step step : delta.edits()) {
                                filled.add(
                                        switch (step) {
                                            case PendingPart.Done done -> done.edit();
                                            case PendingPart.Put put ->
                                                new Edit.Put(objects.next(delta.resource(), put.length()), put.base());
                                        });
                            }
                            yield new Part.Delta(delta.resource(), filled, delta.version(), delta.digest());
                        }
                    });
        }
        return parts;
    }
}
