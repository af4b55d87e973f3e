package io.livekube.cli.terminal;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/// Suggests the known word closest to a misspelled one.
public final class SpellingSuggestion {
    private static final int MAX_EDITS = 2;

    private SpellingSuggestion() {}

    /// The word with the smallest edit distance (insertions, deletions, substitutions, transpositions);
    /// empty if that is more than two, or more than half the letters typed.
    public static Optional<String> to(String typed, Collection<String> words) {
        return words.stream()
                .filter(word -> distance(typed, word) <= Math.min(MAX_EDITS, typed.length() / 2))
                .min(Comparator.comparingInt((String word) -> distance(typed, word))
                        .thenComparing(Comparator.naturalOrder()));
    }

    private static int distance(String a, String b) {
        int[][] distance = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                distance[i][j] = i == 0 || j == 0 ? i + j : step(distance, a, b, i, j);
            }
        }
        return distance[a.length()][b.length()];
    }

    private static int step(int[][] distance, String a, String b, int i, int j) {
        int wrong = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        int least = Math.min(distance[i - 1][j - 1] + wrong, 1 + Math.min(distance[i - 1][j], distance[i][j - 1]));
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(least, distance[i - 2][j - 2] + 1) : least;
    }
}
