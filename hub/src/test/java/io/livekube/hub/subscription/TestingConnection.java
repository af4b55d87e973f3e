package io.livekube.hub.subscription;

import io.livekube.hub.transport.SubscriberConnection;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;

/// A subscriber that reads on demand.
public final class TestingConnection implements SubscriberConnection {
    private final Executor loop;
    private final List<String> written = new CopyOnWriteArrayList<>();
    private volatile boolean reads = true;
    private volatile boolean closed;
    private volatile boolean cut;
    private volatile Duration stalled = Duration.ZERO;
    private volatile Runnable writable = () -> {};
    private volatile Runnable gone = () -> {};

    /// @param loop event loop of the connection
    public TestingConnection(Executor loop) {
        this.loop = loop;
    }

    /// What has been written so far; `end` for the end.
    public List<String> written() {
        return List.copyOf(written);
    }

    public String text() {
        return String.join("", written);
    }

    /// Accepts nothing until [#read].
    public void pause() {
        reads = false;
    }

    public void read() {
        reads = true;
        loop.execute(() -> writable.run());
    }

    public void stall(Duration since) {
        reads = false;
        stalled = since;
    }

    /// Disconnects the reader.
    public void close() {
        closed = true;
        loop.execute(() -> gone.run());
    }

    public boolean isCut() {
        return cut;
    }

    @Override
    public boolean closed() {
        return closed;
    }

    @Override
    public boolean full() {
        return !reads;
    }

    @Override
    public long stalledNanos(long nanoTime) {
        return stalled.toNanos();
    }

    @Override
    public void write(ByteBuf frames) {
        written.add(frames.toString(StandardCharsets.UTF_8));
        frames.release();
    }

    @Override
    public void end() {
        written.add("end");
    }

    @Override
    public void cut() {
        cut = true;
    }

    @Override
    public void listen(Runnable onWritable, Runnable onGone) {
        writable = onWritable;
        gone = onGone;
    }
}
