package io.livekube.hub.discovery;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Order of preference among the versions of a group.
final class VersionOrder {
    /// Stable before beta before alpha, then higher numbers first; other names last.
    static final Comparator<String> BEST_FIRST =
            Comparator.comparing(VersionOrder::rank).reversed().thenComparing(Comparator.naturalOrder());

    private static final Pattern NAME = Pattern.compile("v([1-9][0-9]{0,8})(?:(alpha|beta)([1-9][0-9]{0,8}))?");

    private record Rank(int stability, int major, int minor) implements Comparable<Rank> {
        private static final Comparator<Rank> ORDER = Comparator.comparingInt(Rank::stability)
                .thenComparingInt(Rank::major)
                .thenComparingInt(Rank::minor);

        @Override
        public int compareTo(Rank other) {
            return ORDER.compare(this, other);
        }
    }

    private VersionOrder() {}

    private static Rank rank(String version) {
        Matcher name = NAME.matcher(version);
        if (!name.matches()) {
            return new Rank(0, 0, 0);
        }
        int major = Integer.parseInt(name.group(1));
        String word = name.group(2);
        if (word == null) {
            return new Rank(3, major, 0);
        }
        return new Rank(word.equals("beta") ? 2 : 1, major, Integer.parseInt(name.group(3)));
    }
}
