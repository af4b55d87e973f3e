package io.livekube.hub.search;

import io.livekube.hub.discovery.ApiCatalogue;
import io.livekube.protocol.Part;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// The names by which people search for a kind, and how often they look for it.
///
/// @param weight from 0, for kinds that controllers create by the thousand, to [#MOST], for kinds that people
/// deploy
record KindTerms(List<String> names, int weight) {
    static final int MOST = 9;

    KindTerms {
        names = List.copyOf(names);
    }

    static KindTerms of(Part.Kind kind) {
        Stream<String> known = ApiCatalogue.of(List.of(kind), List.of())
                .kinds()
                .flatMap(api -> Stream.concat(Stream.of(api.singular()), api.shortNames().stream()));
        List<String> all = Stream.concat(
                        Stream.of(
                                kind.kind(),
                                kind.resource().plural(),
                                kind.resource().toString()),
                        known)
                .map(name -> name.toLowerCase(Locale.ROOT))
                .distinct()
                .toList();
        return new KindTerms(all, weight(kind.resource().toString()));
    }

    private static int weight(String resource) {
        return switch (resource) {
            case "deployments.apps", "statefulsets.apps", "daemonsets.apps", "cronjobs.batch" -> MOST;
            case "pods", "jobs.batch" -> 8;
            case "services", "ingresses.networking.k8s.io", "nodes", "namespaces" -> 7;
            case "configmaps", "secrets", "persistentvolumeclaims" -> 5;
            case "replicasets.apps", "persistentvolumes", "serviceaccounts" -> 2;
            case "events", "events.events.k8s.io", "endpoints", "endpointslices.discovery.k8s.io" -> 0;
            case "leases.coordination.k8s.io", "controllerrevisions.apps" -> 0;
            default -> 4;
        };
    }
}
