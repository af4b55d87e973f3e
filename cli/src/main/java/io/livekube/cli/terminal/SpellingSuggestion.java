package io.livekube.cli.terminal;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/// Guesses which word somebody meant to type.
public final class SpellingSuggestion {
    private static final int MOST_SLIPS = 2;

    private SpellingSuggestion() {}

    /// The word that takes the fewest slips (a letter too much, missing, wrong, or swapped with the next)
    /// to get at what was typed; none if it takes more than two, or as many as there are letters.
    public static Optional<String> to(String typed, Collection<String> words) {
        return words.stream()
                .filter(word -> slips(typed, word) <= Math.min(MOST_SLIPS, typed.length() / 2))
                .min(Comparator.comparingInt((String word) -> slips(typed, word))
                        .thenComparing(Comparator.naturalOrder()));
    }

    private static int slips(String a, String b) {
        int[][] slips = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                slips[i][j] = i == 0 || j == 0 ? i + j : step(slips, a, b, i, j);
            }
        }
        return slips[a.length()][b.length()];
    }

    private static int step(int[][] slips, String a, String b, int i, int j) {
        int wrong = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        int least = Math.min(slips[i - 1][j - 1] + wrong, 1 + Math.min(slips[i - 1][j], slips[i][j - 1]));
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(least, slips[i - 2][j - 2] + 1) : least;
    }
}
