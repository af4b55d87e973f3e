package io.livekube.cli.local;

import java.util.Collection;
import java.util.Locale;

/// Derives cluster names from context names, which may contain any characters.
public final class ClusterNames {
    private static final int LONGEST = 60;

    private ClusterNames() {}

    /// A valid cluster name that differs from the others: `user@Prod_EU` becomes `user-prod-eu`.
    public static String of(String context, Collection<String> others) {
        String plain = context.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        String cut = plain.substring(Math.max(0, plain.length() - LONGEST)).replaceAll("^-|-$", "");
        String name = cut.isEmpty() ? "cluster" : cut;
        int number = 2;
        String free = name;
        while (others.contains(free)) {
            free = name + "-" + number++;
        }
        return free;
    }
}
