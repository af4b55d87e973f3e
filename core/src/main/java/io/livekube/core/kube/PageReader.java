package io.livekube.core.kube;

import io.livekube.core.json.JsonSplitter;
import io.livekube.core.json.MalformedJsonException;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.ObjectFormat;
import io.livekube.core.watch.Failure;
import io.livekube.core.watch.Signal;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Reads one page of a LIST object by object, as the bytes come in; the page is never in memory as text.
final class PageReader {
    private final ApiClient client;
    private final ObjectFormat format;
    private final byte[] chunk = new byte[64 * 1024];
    /// So much is gathered before it is split: an object in one piece need not be copied together.
    private final int worthSplitting = chunk.length / 2;

    PageReader(ApiClient client, ObjectFormat format) {
        this.client = client;
        this.format = format;
    }

    /// @param nextPage told the continue token as soon as it is read, if there is one
    /// @param undecodable told of each object that had to be skipped
    Signal.Page read(InputStream body, Consumer<String> nextPage, Consumer<String> undecodable)
            throws RequestFailedException {
        List<KubeObject> items = new ArrayList<>();
        JsonSplitter splitter = JsonSplitter.items(
                head -> announce(head, nextPage),
                (bytes, from, to) -> decode(bytes, from, to, items, undecodable),
                client.config().maxObjectBytes());
        long idle = client.bodyIdle().toNanos();
        try (body;
                var guard = client.watchdog().guard(body, idle)) {
            try {
                int gathered = 0;
                for (int n = body.read(chunk); n >= 0; n = body.read(chunk, gathered, chunk.length - gathered)) {
                    guard.extend(idle);
                    gathered += n;
                    boolean headIsIn = splitter.total() > 0;
                    if (gathered >= worthSplitting || !headIsIn) {
                        splitter.feed(chunk, 0, gathered);
                        gathered = 0;
                    }
                }
                splitter.feed(chunk, 0, gathered);
            } catch (IOException e) {
                throw new RequestFailedException(
                        guard.fired()
                                ? new Failure.TimedOut("the answer paused for longer than " + client.bodyIdle())
                                : new Failure.Transient("the answer broke off: " + ApiClient.describe(e)));
            }
            splitter.end();
            return page(ListHead.read(splitter.envelope()), items, splitter.total());
        } catch (MalformedJsonException | IOException e) {
            throw new RequestFailedException(new Failure.Transient("the list is not readable: " + e.getMessage()));
        }
    }

    private static void announce(byte[] head, Consumer<String> nextPage) throws MalformedJsonException {
        try {
            String token = ListHead.read(head).continueToken();
            if (!token.isEmpty()) {
                nextPage.accept(token);
            }
        } catch (IOException e) {
            throw new MalformedJsonException(ApiClient.describe(e));
        }
    }

    private void decode(byte[] bytes, int from, int to, List<KubeObject> items, Consumer<String> undecodable) {
        try {
            items.add(format.decode(bytes, from, to));
        } catch (MalformedObjectException e) {
            undecodable.accept(e.getMessage());
        }
    }

    private Signal.Page page(ListHead head, List<KubeObject> items, long bytes) throws RequestFailedException {
        if (!head.itemKind().isEmpty()) {
            format.learnKind(head.itemKind());
        }
        try {
            long version = Long.parseUnsignedLong(head.resourceVersion());
            return new Signal.Page(items, version, head.continueToken(), bytes);
        } catch (NumberFormatException e) {
            throw new RequestFailedException(new Failure.Transient(
                    "the list's resourceVersion is not a number: '" + head.resourceVersion() + "'"));
        }
    }
}
