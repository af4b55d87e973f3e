package io.livekube.hub.discovery;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Builds the `/version` document from the git version, the only part that agents report.
public final class ServerVersion {
    private static final Pattern NUMBERS = Pattern.compile("v?([0-9]+)\\.([0-9]+).*");

    private ServerVersion() {}

    /// The document for a version.
    ///
    /// @param gitVersion such as `v1.36.3`
    public static ObjectNode of(String gitVersion) {
        Matcher numbers = NUMBERS.matcher(gitVersion);
        boolean known = numbers.matches();
        ObjectNode version = JsonNodeFactory.instance.objectNode();
        version.put("major", known ? numbers.group(1) : "");
        version.put("minor", known ? numbers.group(2) : "");
        version.put("gitVersion", gitVersion);
        for (String unknown : new String[] {"gitCommit", "gitTreeState", "buildDate", "goVersion", "compiler"}) {
            version.put(unknown, "");
        }
        return version.put("platform", "");
    }
}
