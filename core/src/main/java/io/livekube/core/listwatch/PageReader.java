package io.livekube.core.listwatch;

import io.livekube.core.RequestFailure;
import io.livekube.core.http.ApiClient;
import io.livekube.core.http.ApiResponse;
import io.livekube.core.http.ObjectEncoding;
import io.livekube.core.http.RequestFailedException;
import io.livekube.core.json.MalformedJsonException;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectFormat;
import io.livekube.core.protobuf.UnreadableProtobufException;
import io.livekube.core.watch.ReflectorSignal;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Reads one page of a LIST object by object, as its bytes arrive; the page is never in memory as text.
final class PageReader {
    private static final int CHUNK_BYTES = 64 * 1024;

    /// Bytes to collect before splitting, since an object in one piece needs no copying.
    private static final int WORTH_SPLITTING = CHUNK_BYTES / 2;

    private final ApiClient client;
    private final ObjectFormat format;

    PageReader(ApiClient client, ObjectFormat format) {
        this.client = client;
        this.format = format;
    }

    /// @param nextPage gets the continue token as soon as it is read, if there is one
    /// @param undecodable gets the reason for each object that is skipped
    /// @throws UnreadableProtobufException if the page must be requested as JSON
    ReflectorSignal.Page read(ApiResponse.Content content, Consumer<String> nextPage, Consumer<String> undecodable)
            throws RequestFailedException, UnreadableProtobufException {
        List<KubeObject> items = new ArrayList<>();
        PageDecoder stream = stream(content.encoding(), new PageSink(items::add, undecodable, nextPage));
        byte[] chunk = new byte[CHUNK_BYTES]; // per page: most kinds are never listed again
        try (InputStream body = content.bytes()) {
            int gathered = 0;
            for (int n = body.read(chunk); n >= 0; n = body.read(chunk, gathered, chunk.length - gathered)) {
                gathered += n;
                boolean headIsIn = stream.total() > 0;
                if (gathered >= WORTH_SPLITTING || !headIsIn) {
                    stream.feed(chunk, 0, gathered);
                    gathered = 0;
                }
            }
            stream.feed(chunk, 0, gathered);
            return page(stream.end(), items, stream.total());
        } catch (IOException e) {
            throw RequestFailedException.endedEarly("the response", e);
        } catch (MalformedJsonException e) {
            throw new RequestFailedException(
                    new RequestFailure.Transient("the list is not readable: " + e.getMessage()));
        }
    }

    private PageDecoder stream(ObjectEncoding encoding, PageSink sink) {
        int most = client.config().maxObjectBytes();
        return switch (encoding) {
            case JSON -> new JsonPageDecoder(format, sink, most);
            case PROTOBUF -> new ProtobufPageDecoder(format, sink, most);
        };
    }

    private ReflectorSignal.Page page(ListMeta head, List<KubeObject> items, long bytes) throws RequestFailedException {
        if (!head.itemKind().isEmpty()) {
            format.learnKind(head.itemKind());
        }
        return new ReflectorSignal.Page(items, head.version(), head.continueToken(), bytes);
    }
}
