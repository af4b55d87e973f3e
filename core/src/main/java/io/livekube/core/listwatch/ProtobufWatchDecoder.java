package io.livekube.core.listwatch;

import io.livekube.core.RequestFailure;
import io.livekube.core.http.ApiErrorReader;
import io.livekube.core.json.MalformedJsonException;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.ObjectFormat;
import io.livekube.core.protobuf.ProtobufEnvelope;
import io.livekube.core.protobuf.Transcoder;
import io.livekube.core.protobuf.UnreadableProtobufException;
import io.livekube.core.protobuf.WatchSplitter;
import io.livekube.core.watch.ReflectorSignal;
import java.io.IOException;
import java.util.function.Consumer;

/// Decoder of a watch in protobuf.
final class ProtobufWatchDecoder implements WatchDecoder {
    private final ObjectFormat format;
    private final Consumer<ReflectorSignal> sink;
    private final WatchSplitter frames;

    ProtobufWatchDecoder(ObjectFormat format, Consumer<ReflectorSignal> sink, int maxEventBytes) {
        this.format = format;
        this.sink = sink;
        this.frames = new WatchSplitter(this::event, maxEventBytes);
    }

    @Override
    public void feed(byte[] chunk, int from, int to) throws UnreadableProtobufException {
        frames.feed(chunk, from, to);
    }

    @Override
    public void end() throws IOException {
        frames.end();
    }

    /// An object that is not a Kubernetes object becomes [ReflectorSignal.Undecodable], as in JSON;
    /// unreadable protobuf ends the watch.
    private void event(String type, byte[] bytes, int from, int to) throws UnreadableProtobufException {
        try {
            sink.accept(
                    switch (type) {
                        case "ADDED", "MODIFIED" -> new ReflectorSignal.Applied(decode(bytes, from, to));
                        case "DELETED" -> new ReflectorSignal.Deleted(decode(bytes, from, to));
                        case "BOOKMARK" -> BookmarkReader.read(Transcoder.json(bytes, from, to));
                        case "ERROR" ->
                            new ReflectorSignal.Failed(ApiErrorReader.inStream(Transcoder.json(bytes, from, to)));
                        default ->
                            throw new UnreadableProtobufException("a watch event of unknown type '" + type + "'");
                    });
        } catch (MalformedObjectException | MalformedJsonException | IOException e) {
            sink.accept(new ReflectorSignal.Undecodable(RequestFailure.describe(e)));
        }
    }

    private KubeObject decode(byte[] bytes, int from, int to)
            throws MalformedObjectException, UnreadableProtobufException {
        ProtobufEnvelope envelope = ProtobufEnvelope.read(bytes, from, to);
        if (format.kind().isEmpty()) {
            format.learnKind(envelope.kind());
        } else if (!format.kind().equals(envelope.kind())) {
            throw new UnreadableProtobufException("a " + envelope.kind() + " in the place of a " + format.kind());
        }
        return format.decodeProtobuf(bytes, envelope.from(), envelope.to(), true);
    }
}
