package io.livekube.hub.search;

import java.util.function.IntPredicate;

/// Lazily evaluated set of numbers: a predicate whose answer for each number is remembered.
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

    /// Whether it holds for any number.
    boolean any() {
        for (int i = 0; i < known.length; i++) {
            if (is(i)) {
                return true;
            }
        }
        return false;
    }
}
