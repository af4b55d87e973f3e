package io.livekube.cli.objects;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.cli.hubclient.QueryString;
import java.util.Locale;

/// Name and API path of a resource, from a hub's response.
final class ResourceName {
    private ResourceName() {}

    /// Prefix that kubectl prints before a name: `pod/`, `deployment.apps/`.
    static String prefix(JsonNode resourceInfo) {
        String apiVersion = resourceInfo.path("apiVersion").asText();
        int slash = apiVersion.indexOf('/');
        String group = slash < 0 ? "" : "." + apiVersion.substring(0, slash);
        return resourceInfo.path("kind").asText().toLowerCase(Locale.ROOT) + group + "/";
    }

    /// Path of its collection: `/apis/apps/v1/namespaces/default/deployments`.
    ///
    /// @param namespace empty for all
    static String path(JsonNode resourceInfo, String namespace) {
        String apiVersion = resourceInfo.path("apiVersion").asText();
        String resource = resourceInfo.path("resource").asText();
        int dot = resource.indexOf('.');
        String in = namespace.isEmpty() || !resourceInfo.path("namespaced").asBoolean()
                ? ""
                : "/namespaces/" + QueryString.encode(namespace);
        return (apiVersion.contains("/") ? "/apis/" : "/api/")
                + apiVersion
                + in
                + "/"
                + (dot < 0 ? resource : resource.substring(0, dot));
    }
}
