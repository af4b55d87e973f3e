package io.livekube.hub.search;

import java.util.List;

/// What a search looks at of one version of an object, beside its name and namespace.
///
/// @param labels each as `key=value`
/// @param node where it runs; empty if nowhere
/// @param created in seconds since 1970; 0 if unknown
record Doc(List<String> labels, List<String> images, String node, Status status, int created) {
    Doc {
        labels = List.copyOf(labels);
        images = List.copyOf(images);
    }
}
