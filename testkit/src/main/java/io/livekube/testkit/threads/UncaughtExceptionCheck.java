package io.livekube.testkit.threads;

import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.platform.commons.support.AnnotationSupport;

/// Fails a test class if one of its threads dies of an uncaught exception that was not planted ([ThreadsMayDie]).
///
/// JUnit discovers this extension. Only threads that were created while the class ran count; a thread left over
/// from an earlier class is logged and blamed on no test. Awaitility's own check is turned off, because it blames
/// whichever test happens to be waiting.
public final class UncaughtExceptionCheck implements BeforeAllCallback, AfterAllCallback {
    private static final Namespace NAMESPACE = Namespace.create(UncaughtExceptionCheck.class);

    @Override
    public void beforeAll(ExtensionContext context) {
        if (!context.getEnclosingTestClasses().isEmpty()) {
            return;
        }
        Awaitility.doNotCatchUncaughtExceptionsByDefault();
        var recorder = new Recorder(Optional.ofNullable(Thread.getDefaultUncaughtExceptionHandler()));
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
        private final ConcurrentLinkedQueue<Death> deaths = new ConcurrentLinkedQueue<>();

        Recorder(Optional<Thread.UncaughtExceptionHandler> before) {
            this.before = before;
        }

        @Override
        public void uncaughtException(Thread thread, Throwable cause) {
            if (thread.threadId() > begun) {
                deaths.add(new Death(thread.getName(), cause));
            }
            System.err.printf("Uncaught exception in thread '%s':%n", thread.getName());
            cause.printStackTrace();
        }
    }
}
