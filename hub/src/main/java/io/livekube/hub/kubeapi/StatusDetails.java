package io.livekube.hub.kubeapi;

import io.livekube.core.model.Resource;
import java.util.List;

/// Machine-readable part of a Kubernetes `Status`.
///
/// @param group group of the object; empty for the core group
/// @param kind usually the plural name of the resource; empty if there is no object
/// @param name name of the object; empty if there is none
/// @param causes all errors found
/// @param continueToken token to continue a list after the error; empty if there is none
record StatusDetails(String group, String kind, String name, List<Cause> causes, String continueToken) {
    static final StatusDetails NONE = new StatusDetails("", "", "", List.of(), "");

    /// @param field invalid field; empty if none
    record Cause(String reason, String message, String field) {}

    StatusDetails {
        causes = List.copyOf(causes);
    }

    static StatusDetails about(Resource resource, String name) {
        return new StatusDetails(resource.group(), resource.plural(), name, List.of(), "");
    }

    static StatusDetails because(String reason, String message) {
        return new StatusDetails("", "", "", List.of(new Cause(reason, message, "")), "");
    }

    static StatusDetails continueWith(String token) {
        return new StatusDetails("", "", "", List.of(), token);
    }
}
