package io.livekube.agent.tasks;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import io.livekube.core.http.RequestFailedException;
import io.livekube.core.listwatch.LiveObjects;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;
import io.livekube.protocol.Part;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Kubernetes list as a stream of compressed bytes, with one page in memory at a time: the next page is fetched
/// when the previous one has been read.
///
/// If the API server fails midway, the stream breaks and [#failure] has the reason.
final class LiveList extends InputStream {
    private final Part.Kind kind;
    private final Optional<LiveObjects.Pages> pages;
    private final ByteArrayOutputStream packed = new ByteArrayOutputStream();

    /// Created lazily: it holds native memory, and a list that arrives too late is neither read nor closed.
    private @Nullable OutputStream packer;

    private boolean closed;
    private byte[] ready = new byte[0];
    private int at;
    private Optional<LiveObjects.Page> next;
    private boolean begun;
    private boolean ended;
    private boolean opened;
    private volatile boolean spoilt;
    private volatile @Nullable LiveReadFailedException failure;

    LiveList(Part.Kind kind, LiveObjects.Page only) {
        this(kind, only, Optional.empty());
    }

    LiveList(Part.Kind kind, LiveObjects.Page first, Optional<LiveObjects.Pages> rest) {
        this.kind = kind;
        this.pages = rest;
        this.next = Optional.of(first);
    }

    /// This stream, which can be read only once: opened a second time, it breaks.
    InputStream open() {
        spoilt = opened;
        opened = true;
        return this;
    }

    /// Why the stream broke; empty if it did not, or if that was not the API server's fault.
    Optional<LiveReadFailedException> failure() {
        return Optional.ofNullable(failure);
    }

    @Override
    public int read() throws IOException {
        return fill() ? ready[at++] & 0xff : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int count = Math.min(length, ready.length - at);
        System.arraycopy(ready, at, target, offset, count);
        at += count;
        return count;
    }

    /// Ensures that there is a byte to read; false at the end.
    private boolean fill() throws IOException {
        if (spoilt) {
            throw new IOException("the list has already been read");
        }
        while (at == ready.length && !ended) {
            packed.reset();
            write(next.isPresent() ? next.get() : nextPage());
            next = Optional.empty();
            ready = packed.toByteArray();
            at = 0;
        }
        return at < ready.length;
    }

    private LiveObjects.Page nextPage() throws IOException {
        LiveObjects.Pages rest = pages.orElseThrow(() -> new IOException("the list has no further page"));
        try {
            return rest.next().orElseThrow(() -> new IOException("the list ended without a last page"));
        } catch (RequestFailedException e) {
            failure = new LiveReadFailedException(kind.resource().toString(), e);
            throw new IOException("the API server failed in the middle of the list", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the list is no longer wanted", e);
        }
    }

    private void write(LiveObjects.Page page) throws IOException {
        OutputStream zstd = packer();
        boolean first = !begun;
        if (first) {
            zstd.write(head(page).getBytes(UTF_8));
            begun = true;
        }
        boolean comma = !first;
        for (KubeObject object : page.objects()) {
            if (comma) {
                zstd.write(',');
            }
            zstd.write(object.content());
            comma = true;
        }
        if (page.last()) {
            zstd.write("]}".getBytes(UTF_8));
            zstd.close();
            ended = true;
        } else {
            zstd.flush();
        }
    }

    private String head(LiveObjects.Page page) {
        Resource resource = kind.resource();
        String apiVersion = resource.apiVersion();
        return "{\"kind\":\"%sList\",\"apiVersion\":\"%s\",\"metadata\":{\"resourceVersion\":\"%s\"},\"items\":["
                .formatted(kind.kind(), apiVersion, Long.toUnsignedString(page.resourceVersion()));
    }

    private synchronized OutputStream packer() throws IOException {
        if (closed) {
            throw new IOException("the list is no longer wanted");
        }
        OutputStream present = packer == null ? new ZstdOutputStreamNoFinalizer(packed) : packer;
        packer = present;
        return present;
    }

    /// From any thread.
    @Override
    public synchronized void close() throws IOException {
        closed = true;
        if (packer != null) {
            packer.close(); // frees the native memory of zstd
        }
    }
}
