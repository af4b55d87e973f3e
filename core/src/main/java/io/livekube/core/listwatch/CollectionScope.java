package io.livekube.core.listwatch;

import io.livekube.core.model.Resource;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/// Part of a resource's collection: a namespace, and selectors.
///
/// @param namespace empty for all namespaces, and for cluster-scoped resources
/// @param labelSelector as in kubectl's `-l`; empty for all
/// @param fieldSelector as in kubectl's `--field-selector`; empty for all
public record CollectionScope(String namespace, String labelSelector, String fieldSelector) {
    public static final CollectionScope ALL = new CollectionScope("", "", "");

    public static CollectionScope namespace(String namespace) {
        return new CollectionScope(namespace, "", "");
    }

    public CollectionScope withLabels(String selector) {
        return new CollectionScope(namespace, selector, fieldSelector);
    }

    public CollectionScope withFields(String selector) {
        return new CollectionScope(namespace, labelSelector, selector);
    }

    /// Path and query of a request with these parameters.
    String path(Resource resource, String parameters) {
        var query = new StringBuilder(parameters);
        append(query, "labelSelector", labelSelector);
        append(query, "fieldSelector", fieldSelector);
        String path = namespace.isEmpty() ? resource.path() : resource.path(namespace);
        return query.isEmpty() ? path : path + "?" + query;
    }

    private static void append(StringBuilder query, String name, String value) {
        if (!value.isEmpty()) {
            query.append(query.isEmpty() ? "" : "&")
                    .append(name)
                    .append('=')
                    .append(URLEncoder.encode(value, StandardCharsets.UTF_8));
        }
    }
}
