package io.livekube.hub.kubeapi;

import io.livekube.core.model.Resource;
import java.util.List;

/// What a Kubernetes `Status` tells a program, beside its sentence for people.
///
/// @param group of what it is about; empty for the core group
/// @param kind of what it is about, which is mostly the plural name of the resource; empty if it is about
/// nothing
/// @param name of what it is about; empty for none
/// @param causes each thing that is wrong
/// @param continueToken with which a list can go on all the same; empty for none
record StatusDetails(String group, String kind, String name, List<Cause> causes, String continueToken) {
    static final StatusDetails NONE = new StatusDetails("", "", "", List.of(), "");

    /// @param field which is wrong; empty if it is none
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
