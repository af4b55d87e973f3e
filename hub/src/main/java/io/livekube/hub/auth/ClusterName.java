package io.livekube.hub.auth;

import java.util.regex.Pattern;

/// What a cluster may be called: something that stands in a URL and in a file name as it is.
public final class ClusterName {
    private static final Pattern VALID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");

    private ClusterName() {}

    public static boolean isValid(String name) {
        return VALID.matcher(name).matches();
    }
}
