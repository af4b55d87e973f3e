package io.livekube.protocol;

import io.livekube.core.model.Resource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// What a hub wants an agent to do.
///
/// Tasks are delivered at least once: an agent that has seen an id does nothing when it comes again.
public sealed interface Task {
    /// The longest id there may be.
    int MAX_ID = 64;

    /// The longest that anybody waits.
    Duration MAX_WITHIN = Duration.ofDays(1);

    /// Names the task among those of its cluster.
    String id();

    /// How long somebody waits for the result, from when the task was handed out.
    Duration within();

    /// Whether to sync, and what: all of the hub's present wish, which takes the place of every earlier
    /// one.
    ///
    /// The agent names the id of the last one it took whenever it asks for tasks, and so gets the next as
    /// soon as there is one. It has no result.
    ///
    /// @param on whether to push; an agent that is off holds no objects
    /// @param kinds what to follow of all that the agent can; empty for everything
    /// @param first what somebody waits for, the most urgent first: it is listed and sent before all else
    record SyncControl(String id, Duration within, boolean on, Optional<Set<Resource>> kinds, List<Resource> first)
            implements Task {
        public SyncControl {
            check(id, within);
            kinds = kinds.map(Set::copyOf);
            first = List.copyOf(first);
        }
    }

    /// Read everything anew from the API server, and open a new session.
    record Resync(String id, Duration within) implements Task {
        public Resync {
            check(id, within);
        }
    }

    /// Ask the API server now for the objects of a kind.
    ///
    /// @param namespace whose objects; empty for those of all, or for a kind that is in none
    /// @param name of the one object to get; empty for a list
    record Fetch(String id, Duration within, Resource resource, String namespace, String name) implements Task {
        public Fetch {
            check(id, within);
        }
    }

    /// Ask the API server which version a kind has now.
    record Version(String id, Duration within, Resource resource) implements Task {
        public Version {
            check(id, within);
        }
    }

    /// Tell what the agent holds: memory by kind and the largest objects.
    record Report(String id, Duration within) implements Task {
        public Report {
            check(id, within);
        }
    }

    /// Ask the API server for one of the documents in which it describes itself.
    ///
    /// @param path one that [#isPath] allows: nothing else is ever asked for in the hub's name
    /// @param accept the one media type that is wanted
    record Document(String id, Duration within, String path, String accept) implements Task {
        private static final Pattern PATH =
                Pattern.compile("/version|/openapi/v2|/openapi/v3(/\\.?[A-Za-z0-9][A-Za-z0-9._-]{0,252}){0,8}");
        private static final Pattern MEDIA_TYPE = Pattern.compile("[a-z0-9]+/[a-z0-9.+@-]{1,120}");

        public Document {
            check(id, within);
            if (!isPath(path) || !isMediaType(accept)) {
                throw new IllegalArgumentException(
                        "task %s: %s is not a document, or %s not a media type".formatted(id, path, accept));
            }
        }

        /// `/version`, `/openapi/v2`, `/openapi/v3` and what is below it, without a query.
        public static boolean isPath(String path) {
            return PATH.matcher(path).matches();
        }

        public static boolean isMediaType(String type) {
            return MEDIA_TYPE.matcher(type).matches();
        }
    }

    /// Whether a task may have that id: letters, digits, `-`, `_` and `.`, so that it fits into a path.
    static boolean isId(String id) {
        return !id.isEmpty() && id.length() <= MAX_ID && id.chars().allMatch(c -> c < 0x80 && isIdCharacter((char) c));
    }

    private static boolean isIdCharacter(char c) {
        return Character.isLetterOrDigit(c) || c == '-' || c == '_' || c == '.';
    }

    private static void check(String id, Duration within) {
        if (!isId(id)) {
            throw new IllegalArgumentException(
                    "a task's id is up to %d letters, digits and '-_.', got '%s'".formatted(MAX_ID, id));
        }
        if (within.isNegative() || within.compareTo(MAX_WITHIN) > 0) {
            throw new IllegalArgumentException(
                    "the time for task %s must be from 0 to %s, got %s".formatted(id, MAX_WITHIN, within));
        }
    }
}
