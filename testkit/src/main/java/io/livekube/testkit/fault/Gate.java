package io.livekube.testkit.fault;

import java.io.InterruptedIOException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Gate that all bytes to clients pass; while closed, it holds them back and loses none.
final class Gate {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition opened = lock.newCondition();
    private boolean shut;

    void shut() {
        set(true);
    }

    void open() {
        set(false);
    }

    void pass() throws InterruptedIOException {
        lock.lock();
        try {
            while (shut) {
                opened.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the proxy was closed while it stalled");
        } finally {
            lock.unlock();
        }
    }

    private void set(boolean state) {
        lock.lock();
        try {
            shut = state;
            opened.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
