package io.livekube.testkit.fault;

/// Builder of a rule, which [#then] activates. By default a rule applies once, to the first match.
public final class RuleBuilder {

    record Limits(int skip, int times, double probability, long seed) {
        static final int ALWAYS = -1;
    }

    private final RuleBook book;
    private final RequestMatcher matcher;
    private final Limits limits;
    private final boolean ahead;

    RuleBuilder(RuleBook book, RequestMatcher matcher) {
        this(book, matcher, new Limits(0, 1, 1, 0), false);
    }

    private RuleBuilder(RuleBook book, RequestMatcher matcher, Limits limits, boolean ahead) {
        this.book = book;
        this.matcher = matcher;
        this.limits = limits;
        this.ahead = ahead;
    }

    public RuleBuilder times(int times) {
        if (times < 1) {
            throw new IllegalArgumentException("a rule applies at least once, not " + times + " times");
        }
        return with(new Limits(limits.skip(), times, limits.probability(), limits.seed()));
    }

    public RuleBuilder always() {
        return with(new Limits(limits.skip(), Limits.ALWAYS, limits.probability(), limits.seed()));
    }

    /// Skips the first `matches` matches, which are left to later rules.
    public RuleBuilder after(int matches) {
        return with(new Limits(matches, limits.times(), limits.probability(), limits.seed()));
    }

    /// The n-th match only, from 1.
    public RuleBuilder nth(int number) {
        return after(number - 1).times(1);
    }

    /// Applies to each match with this probability; equal seeds and orders of requests give equal choices.
    public RuleBuilder probability(double probability, long seed) {
        if (!(probability >= 0 && probability <= 1)) {
            throw new IllegalArgumentException("not a probability: " + probability);
        }
        return with(new Limits(limits.skip(), limits.times(), probability, seed));
    }

    /// Puts the rule before the active rules instead of after them.
    public RuleBuilder ahead() {
        return new RuleBuilder(book, matcher, limits, true);
    }

    public Rule then(Fault fault) {
        var rule = new Rule(book, matcher, fault, limits);
        book.add(rule, ahead);
        return rule;
    }

    private RuleBuilder with(Limits changed) {
        return new RuleBuilder(book, matcher, changed, ahead);
    }
}
