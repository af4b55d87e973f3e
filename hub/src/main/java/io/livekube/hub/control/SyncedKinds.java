package io.livekube.hub.control;

import io.livekube.core.model.Resource;
import java.util.Set;
import java.util.stream.Collectors;

/// Selection of the kinds that are synced while a cluster is on.
public sealed interface SyncedKinds {
    /// All kinds that the agent follows; those being read come first.
    record All() implements SyncedKinds {
        @Override
        public String toString() {
            return "all kinds";
        }
    }

    /// Only kinds that are being read or were read recently.
    record OnDemand() implements SyncedKinds {
        @Override
        public String toString() {
            return "kinds that are read";
        }
    }

    /// A fixed set of kinds.
    record Only(Set<Resource> resources) implements SyncedKinds {
        public Only {
            if (resources.isEmpty()) {
                throw new IllegalArgumentException("no kinds selected; to sync nothing, set the mode to off");
            }
            resources = Set.copyOf(resources);
        }

        @Override
        public String toString() {
            return resources.stream().map(Resource::toString).sorted().collect(Collectors.joining(", "));
        }
    }
}
