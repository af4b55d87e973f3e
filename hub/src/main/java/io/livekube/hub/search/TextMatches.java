package io.livekube.hub.search;

import java.util.function.IntPredicate;

/// Lazily evaluated set of numbers: a predicate whose result is cached for each number.
final class TextMatches {
    private static final byte YES = 1;
    private static final byte NO = 2;

    private final byte[] known;
    private final IntPredicate question;

    TextMatches(int size, IntPredicate question) {
        this.known = new byte[size];
        this.question = question;
    }

    boolean is(int number) {
        byte answer = known[number];
        if (answer == 0) {
            answer = question.test(number) ? YES : NO;
            known[number] = answer;
        }
        return answer == YES;
    }

    /// Whether the predicate holds for any number.
    boolean any() {
        for (int i = 0; i < known.length; i++) {
            if (is(i)) {
                return true;
            }
        }
        return false;
    }
}
