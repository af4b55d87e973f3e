package io.livekube.simulator.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.store.StoredJson;

/// The `/version` document: the Kubernetes release whose behavior is simulated.
final class VersionDocument {
    private static final String MINOR = "36";
    private static final String PATCH = "3";

    private VersionDocument() {}

    static ObjectNode tree() {
        ObjectNode version = StoredJson.object();
        version.put("major", "1");
        version.put("minor", MINOR);
        version.put("gitVersion", "v1." + MINOR + "." + PATCH + "+simulator");
        version.put("gitCommit", "unknown");
        version.put("gitTreeState", "clean");
        version.put("buildDate", "1970-01-01T00:00:00Z");
        version.put("goVersion", "none");
        version.put("compiler", "javac");
        version.put("platform", "jvm/any");
        return version;
    }
}
