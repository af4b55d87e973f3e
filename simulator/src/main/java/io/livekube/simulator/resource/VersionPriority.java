package io.livekube.simulator.resource;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The order of API versions: v2, v1, v2beta1, v1beta2, v1alpha1, then others by name.
final class VersionPriority {
    private static final Pattern KUBE = Pattern.compile("v([0-9]{1,9})(?:(alpha|beta)([0-9]{1,9}))?");

    static final Comparator<String> HIGHEST_FIRST = Comparator.comparingInt(VersionPriority::stability)
            .thenComparingInt(VersionPriority::major)
            .thenComparingInt(VersionPriority::minor)
            .reversed()
            .thenComparing(Comparator.naturalOrder());

    private VersionPriority() {}

    private static int stability(String version) {
        Matcher m = KUBE.matcher(version);
        if (!m.matches()) {
            return 0;
        }
        return m.group(2) == null ? 3 : m.group(2).equals("beta") ? 2 : 1;
    }

    private static int major(String version) {
        Matcher m = KUBE.matcher(version);
        return m.matches() ? Integer.parseInt(m.group(1)) : 0;
    }

    private static int minor(String version) {
        Matcher m = KUBE.matcher(version);
        return m.matches() && m.group(3) != null ? Integer.parseInt(m.group(3)) : 0;
    }
}
