package io.livekube.core.http;

/// Token bucket for our own requests, so that many informers together stay below the server's limits.
final class RequestBudget {
    private final double perNano;
    private final int burst;
    private double tokens;
    private long last;

    /// @param now from [System#nanoTime]
    RequestBudget(double qps, int burst, long now) {
        this.perNano = qps / 1e9;
        this.burst = burst;
        this.tokens = burst;
        this.last = now;
    }

    /// Takes one request from the budget, and waits for it if necessary.
    void take() throws InterruptedException {
        long wait = reserve(System.nanoTime());
        if (wait > 0) {
            Thread.sleep(wait / 1_000_000, (int) (wait % 1_000_000));
        }
    }

    /// Takes one token, on credit if there is none. Returns the nanoseconds until it is covered.
    synchronized long reserve(long now) {
        tokens = Math.min(burst, tokens + (now - last) * perNano);
        last = now;
        tokens -= 1;
        return tokens >= 0 ? 0 : (long) (-tokens / perNano);
    }
}
