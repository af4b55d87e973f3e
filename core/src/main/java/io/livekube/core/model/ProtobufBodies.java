package io.livekube.core.model;

import io.livekube.core.protobuf.Condenser;
import io.livekube.core.protobuf.Transcoder;
import io.livekube.core.protobuf.UnreadableProtobufException;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/// Transcoders for the protobuf of one kind: one for the writer, and several for readers.
final class ProtobufBodies {
    /// Idle readers that are kept.
    private static final int IDLE_READERS = 4;

    /// Upper bound of a reader that is kept after a huge object.
    private static final int LARGE = 1 << 20;

    private final Transcoder transcoder;
    private final Condenser condenser;
    private final BlockingQueue<Transcoder> idle = new ArrayBlockingQueue<>(IDLE_READERS);

    ProtobufBodies(Transcoder transcoder) {
        this.transcoder = transcoder;
        this.condenser = new Condenser(transcoder);
    }

    /// The writer's.
    Transcoder transcoder() {
        return transcoder;
    }

    /// The writer's; it extracts values by [#transcoder].
    Condenser condenser() {
        return condenser;
    }

    /// The JSON of a condensed object, for any thread.
    byte[] json(byte[] condensed) {
        Transcoder idling = idle.poll();
        Transcoder reader = idling == null ? transcoder.another() : idling;
        try {
            reader.transcode(condensed, 0, condensed.length);
        } catch (UnreadableProtobufException e) {
            throw new IllegalStateException("what was condensed can't be written as JSON", e);
        }
        byte[] json = Arrays.copyOf(reader.stripped(), reader.strippedLength());
        if (reader.stripped().length <= LARGE) {
            boolean _ = idle.offer(reader);
        }
        return json;
    }
}
