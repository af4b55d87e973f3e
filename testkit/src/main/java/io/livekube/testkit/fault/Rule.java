package io.livekube.testkit.fault;

import java.util.Random;

/// Active rule of the script: its condition and its fault.
public final class Rule {

    private final RuleBook book;
    private final RequestMatcher matcher;
    private final Fault fault;
    private final double probability;
    private final Random random;
    private int skip;
    private int left;
    private int applied;

    Rule(RuleBook book, RequestMatcher matcher, Fault fault, RuleBuilder.Limits limits) {
        this.book = book;
        this.matcher = matcher;
        this.fault = fault;
        this.probability = limits.probability();
        this.random = new Random(limits.seed());
        this.skip = limits.skip();
        this.left = limits.times();
    }

    /// Deactivates the rule; exchanges that have its fault keep it.
    public void remove() {
        book.remove(this);
    }

    /// How many requests got this fault so far.
    public synchronized int applied() {
        return applied;
    }

    Fault fault() {
        return fault;
    }

    /// Whether this request gets the fault; counts it if so.
    synchronized boolean claim(ProxiedRequest request) {
        if (left == 0 || !matcher.matches(request)) {
            return false;
        }
        if (skip > 0) {
            skip--;
            return false;
        }
        if (probability < 1 && random.nextDouble() >= probability) {
            return false;
        }
        if (left != RuleBuilder.Limits.ALWAYS) {
            left--;
        }
        applied++;
        return true;
    }

    @Override
    public String toString() {
        return matcher + " → " + fault;
    }
}
