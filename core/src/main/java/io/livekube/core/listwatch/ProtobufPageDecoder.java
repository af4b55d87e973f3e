package io.livekube.core.listwatch;

import io.livekube.core.RequestFailure;
import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.ObjectFormat;
import io.livekube.core.protobuf.ListSplitter;
import io.livekube.core.protobuf.UnreadableProtobufException;
import java.io.IOException;

/// Decoder of a LIST in protobuf.
final class ProtobufPageDecoder implements PageDecoder {
    private final ObjectFormat format;
    private final PageSink sink;
    private final ListSplitter splitter;

    ProtobufPageDecoder(ObjectFormat format, PageSink sink, int maxObjectBytes) {
        this.format = format;
        this.sink = sink;
        this.splitter = new ListSplitter(this::begin, this::decode, maxObjectBytes);
    }

    @Override
    public void feed(byte[] chunk, int from, int to) throws UnreadableProtobufException {
        splitter.feed(chunk, from, to);
    }

    @Override
    public ListMeta end() throws IOException {
        splitter.end();
        return head(splitter.head());
    }

    @Override
    public long total() {
        return splitter.total();
    }

    /// The kind is in the list, not in its items.
    private void begin(ListSplitter.Head listed) throws UnreadableProtobufException {
        ListMeta head = head(listed);
        if (!format.kind().isEmpty() && !format.kind().equals(head.itemKind())) {
            throw new UnreadableProtobufException("a " + listed.kind() + " in the place of a list of " + format.kind());
        }
        format.learnKind(head.itemKind());
        if (!head.continueToken().isEmpty()) {
            sink.nextPage().accept(head.continueToken());
        }
    }

    private static ListMeta head(ListSplitter.Head head) {
        return new ListMeta(ListMeta.itemKind(head.kind()), head.resourceVersion(), head.continueToken());
    }

    private void decode(byte[] bytes, int from, int to) throws UnreadableProtobufException {
        try {
            sink.objects().accept(format.decodeProtobuf(bytes, from, to, false));
        } catch (MalformedObjectException e) {
            sink.undecodable().accept(RequestFailure.describe(e));
        }
    }
}
