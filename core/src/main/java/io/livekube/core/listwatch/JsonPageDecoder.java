package io.livekube.core.listwatch;

import io.livekube.core.RequestFailure;
import io.livekube.core.json.JsonSplitter;
import io.livekube.core.json.MalformedJsonException;
import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.ObjectFormat;
import java.io.IOException;

/// Decoder of a LIST in JSON.
final class JsonPageDecoder implements PageDecoder {
    private final ObjectFormat format;
    private final PageSink sink;
    private final JsonSplitter splitter;

    JsonPageDecoder(ObjectFormat format, PageSink sink, int maxObjectBytes) {
        this.format = format;
        this.sink = sink;
        this.splitter = JsonSplitter.items(this::begin, this::decode, maxObjectBytes);
    }

    @Override
    public void feed(byte[] chunk, int from, int to) throws MalformedJsonException {
        splitter.feed(chunk, from, to);
    }

    @Override
    public ListMeta end() throws MalformedJsonException {
        splitter.end();
        return head(splitter.envelope());
    }

    @Override
    public long total() {
        return splitter.total();
    }

    private void begin(byte[] json) throws MalformedJsonException {
        String token = head(json).continueToken();
        if (!token.isEmpty()) {
            sink.nextPage().accept(token);
        }
    }

    private static ListMeta head(byte[] json) throws MalformedJsonException {
        try {
            return ListMeta.read(json);
        } catch (IOException e) {
            throw new MalformedJsonException(RequestFailure.describe(e));
        }
    }

    private void decode(byte[] bytes, int from, int to) {
        try {
            sink.objects().accept(format.decode(bytes, from, to));
        } catch (MalformedObjectException e) {
            sink.undecodable().accept(RequestFailure.describe(e));
        }
    }
}
