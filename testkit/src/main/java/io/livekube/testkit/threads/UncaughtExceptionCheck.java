package io.livekube.testkit.threads;

import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.platform.commons.support.AnnotationSupport;

/// Fails a test class if one of its threads dies of an uncaught exception that was not planted
/// ([ThreadsMayDie]).
///
/// JUnit discovers this extension. A thread belongs to the class that was running when it was created, or to
/// that of the thread that created it. Threads left over from earlier classes, and those that they start, are
/// logged and blamed on no test. A thread that dies after its class has ended, or that a pool of the JDK's
/// own created earlier, is only logged as well. Awaitility's own check is turned off, because it blames
/// whichever test happens to wait.
public final class UncaughtExceptionCheck implements BeforeAllCallback, AfterAllCallback {
    private static final Namespace NAMESPACE = Namespace.create(UncaughtExceptionCheck.class);

    /// Inherited by every thread from the one that creates it.
    private static final InheritableThreadLocal<Recorder> RUNNING = new InheritableThreadLocal<>();

    @Override
    public void beforeAll(ExtensionContext context) {
        if (!context.getEnclosingTestClasses().isEmpty()) {
            return;
        }
        Awaitility.doNotCatchUncaughtExceptionsByDefault();
        var recorder = new Recorder(
                Optional.ofNullable(Thread.getDefaultUncaughtExceptionHandler()), Optional.ofNullable(RUNNING.get()));
        RUNNING.set(recorder);
        context.getStore(NAMESPACE).put(Recorder.class, recorder);
        Thread.setDefaultUncaughtExceptionHandler(recorder);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        Recorder recorder = context.getEnclosingTestClasses().isEmpty()
                ? context.getStore(NAMESPACE).remove(Recorder.class, Recorder.class)
                : null;
        if (recorder == null) {
            return;
        }
        Thread.setDefaultUncaughtExceptionHandler(recorder.before.orElse(null));
        recorder.around.ifPresentOrElse(RUNNING::set, RUNNING::remove);
        AnnotationSupport.findAnnotation(context.getRequiredTestClass(), ThreadsMayDie.class)
                .ifPresent(planted -> recorder.deaths.removeIf(death -> death.isOf(planted.value())));
        Death first = recorder.deaths.poll();
        if (first != null) {
            var failure = new AssertionError(
                    "thread '%s' died of an uncaught exception".formatted(first.thread()), first.cause());
            recorder.deaths.forEach(death -> failure.addSuppressed(death.cause()));
            throw failure;
        }
    }

    private record Death(String thread, Throwable cause) {
        boolean isOf(String planted) {
            return String.valueOf(cause.getMessage()).contains(planted);
        }
    }

    private static final class Recorder implements Thread.UncaughtExceptionHandler {
        /// Thread ids only ever rise, and creating a thread takes one.
        private final long begun = new Thread(() -> {}).threadId();

        private final Optional<Thread.UncaughtExceptionHandler> before;
        private final Optional<Recorder> around;
        private final ConcurrentLinkedQueue<Death> deaths = new ConcurrentLinkedQueue<>();

        /// @param around of the class whose test runs this class
        Recorder(Optional<Thread.UncaughtExceptionHandler> before, Optional<Recorder> around) {
            this.before = before;
            this.around = around;
        }

        /// Runs in the dying thread. One that inherited nothing belongs to no class or is a worker of the
        /// JDK's.
        @Override
        public void uncaughtException(Thread thread, Throwable cause) {
            Recorder creator = RUNNING.get();
            if (creator == null ? thread.threadId() > begun : creator == this) {
                deaths.add(new Death(thread.getName(), cause));
            }
            System.err.printf("Uncaught exception in thread '%s':%n", thread.getName());
            cause.printStackTrace();
        }
    }
}
