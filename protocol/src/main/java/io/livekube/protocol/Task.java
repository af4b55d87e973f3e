package io.livekube.protocol;

import io.livekube.core.model.Resource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Task of a hub for an agent.
///
/// Tasks are delivered at least once: agents ignore IDs that they have seen before.
public sealed interface Task {
    /// Maximum length of an id.
    int MAX_ID = 64;

    /// Maximum of [#within].
    Duration MAX_WITHIN = Duration.ofDays(1);

    /// Unique among the tasks of its cluster.
    String id();

    /// How long the hub waits for the result after it has delivered the task.
    Duration within();

    /// Whether and what to sync: the complete desired state, which replaces every earlier one.
    ///
    /// With each poll, the agent acknowledges the ID of the last one that it applied, and gets the next one as
    /// soon as there is one. It has no result.
    ///
    /// @param on whether to push; an agent that is off holds no objects
    /// @param kinds kinds to follow, among those that the agent can follow; empty for all
    /// @param first kinds that a reader waits for, most urgent first; they are listed and sent before others
    record SyncControl(String id, Duration within, boolean on, Optional<Set<Resource>> kinds, List<Resource> first)
            implements Task {
        public SyncControl {
            check(id, within);
            kinds = kinds.map(Set::copyOf);
            first = List.copyOf(first);
        }
    }

    /// Read everything again from the API server, and open a new session.
    record Resync(String id, Duration within) implements Task {
        public Resync {
            check(id, within);
        }
    }

    /// Read the objects of a kind from the API server now.
    ///
    /// @param namespace the namespace; empty for all namespaces, or for a cluster-scoped kind
    /// @param name the name of a single object; empty for a list
    record Fetch(String id, Duration within, Resource resource, String namespace, String name) implements Task {
        public Fetch {
            check(id, within);
        }
    }

    /// Read the current version of a kind from the API server.
    record Version(String id, Duration within, Resource resource) implements Task {
        public Version {
            check(id, within);
        }
    }

    /// Report memory per kind and the largest objects.
    record Report(String id, Duration within) implements Task {
        public Report {
            check(id, within);
        }
    }

    /// Read a document of the API server, such as its OpenAPI specification.
    ///
    /// @param path a path that [#isPath] allows; no other path is ever requested for the hub
    /// @param accept the media type
    record Document(String id, Duration within, String path, String accept) implements Task {
        private static final Pattern PATH =
                Pattern.compile("/version|/openapi/v2|/openapi/v3(/\\.?[A-Za-z0-9][A-Za-z0-9._-]{0,252}){0,8}");
        private static final Pattern MEDIA_TYPE = Pattern.compile("[a-z0-9]+/[a-z0-9.+@-]{1,120}");

        public Document {
            check(id, within);
            if (!isPath(path) || !isMediaType(accept)) {
                throw new IllegalArgumentException(
                        "task %s: %s is not the path of a document, or %s is not a media type"
                                .formatted(id, path, accept));
            }
        }

        /// `/version`, `/openapi/v2`, `/openapi/v3` and paths below it, without a query.
        public static boolean isPath(String path) {
            return PATH.matcher(path).matches();
        }

        public static boolean isMediaType(String type) {
            return MEDIA_TYPE.matcher(type).matches();
        }
    }

    /// Whether an id is valid: letters, digits, `-`, `_` and `.`, so that it can be a path segment.
    static boolean isId(String id) {
        return !id.isEmpty() && id.length() <= MAX_ID && id.chars().allMatch(c -> c < 0x80 && isIdCharacter((char) c));
    }

    private static boolean isIdCharacter(char c) {
        return Character.isLetterOrDigit(c) || c == '-' || c == '_' || c == '.';
    }

    private static void check(String id, Duration within) {
        if (!isId(id)) {
            throw new IllegalArgumentException(
                    "a task id must have at most %d letters, digits and '-_.', got '%s'".formatted(MAX_ID, id));
        }
        if (within.isNegative() || within.compareTo(MAX_WITHIN) > 0) {
            throw new IllegalArgumentException(
                    "task %s: the time must be between 0 and %s, got %s".formatted(id, MAX_WITHIN, within));
        }
    }
}
