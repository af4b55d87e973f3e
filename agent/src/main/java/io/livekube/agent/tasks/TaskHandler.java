package io.livekube.agent.tasks;

import io.livekube.protocol.Task;
import io.livekube.protocol.TaskResult;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Executes tasks; the [TaskRunner] delivers the results.
final class TaskHandler {
    private final LiveReads reads;
    private final SyncCommands sync;

    TaskHandler(LiveReads reads, SyncCommands sync) {
        this.reads = reads;
        this.sync = sync;
    }

    /// Outcome of a task.
    sealed interface Found {
        record Result(TaskResult result) implements Found {}

        /// Objects, as a stream that the receiver closes.
        record Objects(LiveList list) implements Found {}

        /// A document, compressed with zstd.
        final class Document implements Found {
            private final byte[] packed;

            Document(byte[] packed) {
                this.packed = packed;
            }

            byte[] packed() {
                return packed;
            }
        }
    }

    /// Executes a task within a time limit; a request that the API server has not answered by then is abandoned.
    Found within(Duration time, Task task) throws InterruptedException {
        try {
            return switch (task) {
                case Task.Fetch fetch -> new Found.Objects(timed(time, () -> reads.fetch(fetch)));
                case Task.Version version ->
                    new Found.Result(new TaskResult.Version(timed(time, () -> reads.version(version))));
                case Task.Document document -> new Found.Document(timed(time, () -> reads.document(document)));
                case Task.Report _ -> new Found.Result(report());
                case Task.Resync _ -> {
                    sync.resync();
                    yield new Found.Result(new TaskResult.Done());
                }
                case Task.SyncControl control -> {
                    sync.control(control);
                    yield new Found.Result(new TaskResult.Done());
                }
            };
        } catch (LiveReadFailedException e) {
            return new Found.Result(e.result());
        }
    }

    private TaskResult report() {
        Runtime java = Runtime.getRuntime();
        return new TaskResult.Report(java.totalMemory() - java.freeMemory(), java.maxMemory(), sync.memory());
    }

    private static <T> T timed(Duration time, Callable<T> read) throws LiveReadFailedException, InterruptedException {
        var answer = new FutureTask<>(read);
        Thread.ofVirtual().name("live-read").start(answer);
        try {
            return answer.get(time.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new LiveReadFailedException(
                    504, "the API server did not answer within %,d ms".formatted(time.toMillis()));
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case LiveReadFailedException failed -> throw failed;
                case null, default -> throw new IllegalStateException("a live read failed; this is a bug", e);
            }
        } finally {
            answer.cancel(true); // does nothing to one that is complete
        }
    }
}
