package io.livekube.hub.auth;

import java.util.regex.Pattern;

/// Syntax of cluster names: valid in a URL and in a file name without escaping.
public final class ClusterName {
    private static final Pattern VALID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");

    private ClusterName() {}

    public static boolean isValid(String name) {
        return VALID.matcher(name).matches();
    }
}
