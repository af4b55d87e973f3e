package io.livekube.hub.control;

import io.livekube.core.model.Resource;
import java.util.Set;
import java.util.stream.Collectors;

/// Which kinds of a cluster are synced while it is.
public sealed interface SyncedKinds {
    /// Everything that its agent offers; what is looked at comes first.
    record All() implements SyncedKinds {
        @Override
        public String toString() {
            return "all kinds";
        }
    }

    /// Only what somebody looks at, or has lately.
    record OnDemand() implements SyncedKinds {
        @Override
        public String toString() {
            return "kinds that somebody looks at";
        }
    }

    /// These.
    record Only(Set<Resource> resources) implements SyncedKinds {
        public Only {
            if (resources.isEmpty()) {
                throw new IllegalArgumentException("no kind is left to sync; to sync nothing, set the mode to off");
            }
            resources = Set.copyOf(resources);
        }

        @Override
        public String toString() {
            return resources.stream().map(Resource::toString).sorted().collect(Collectors.joining(", "));
        }
    }
}
