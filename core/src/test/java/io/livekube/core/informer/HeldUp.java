package io.livekube.core.informer;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.handler.Handler;
import io.livekube.core.model.KubeObject;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// A handler that blocks at the first addition until it is released, and passes all calls on to another one.
record HeldUp(Handler told, CountDownLatch standing, CountDownLatch released) implements Handler {
    HeldUp(Handler told) {
        this(told, new CountDownLatch(1), new CountDownLatch(1));
    }

    void awaitStanding() throws InterruptedException {
        assertThat(standing.await(TestingCluster.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
    }

    void letGo() {
        released.countDown();
    }

    @Override
    public void onAdd(KubeObject object, boolean initial) {
        standing.countDown();
        try {
            released.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        told.onAdd(object, initial);
    }

    @Override
    public void onUpdate(KubeObject old, KubeObject now) {
        told.onUpdate(old, now);
    }

    @Override
    public void onDelete(KubeObject last, boolean known) {
        told.onDelete(last, known);
    }
}
