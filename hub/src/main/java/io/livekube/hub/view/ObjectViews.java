package io.livekube.hub.view;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Scheduler;
import io.livekube.apimachinery.table.StatusWord;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;
import io.livekube.hub.problem.Problem;
import io.livekube.hub.problem.Problems;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Views of object versions, each created once and shared by all consumers. Thread-safe.
///
/// Search, rows and problem counts look at a change within about a second of each other, so views are kept for
/// a few seconds, without the trees they were read from: a hub never holds its objects twice.
public final class ObjectViews {
    private static final Logger LOG = LoggerFactory.getLogger(ObjectViews.class);
    private static final long KEPT = 10_000;
    private static final Duration KEPT_FOR = Duration.ofSeconds(5);
    private static final int MOST_KINDS = 2_000;

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    /// Kinds without a state: their status is empty, and only their labels matter to search.
    private static final Set<String> STATELESS = Set.of(
            "configmaps",
            "secrets",
            "leases.coordination.k8s.io",
            "endpoints",
            "endpointslices.discovery.k8s.io",
            "serviceaccounts");

    /// Keyed by identity: each version is a separate object.
    private final Cache<KubeObject, ObjectView> recent = Caffeine.newBuilder()
            .weakKeys()
            .maximumSize(KEPT)
            .expireAfterWrite(KEPT_FOR)
            .scheduler(Scheduler.systemScheduler())
            .executor(Runnable::run)
            .build();

    private final Cache<Resource, OfKind> kinds =
            Caffeine.newBuilder().maximumSize(MOST_KINDS).build();

    /// The views of one kind.
    public OfKind of(Resource resource) {
        return kinds.get(resource, OfKind::new);
    }

    /// The views of one kind's objects.
    public final class OfKind {
        private final Resource resource;
        private final boolean stateless;
        private final Function<JsonNode, String> statusWord;

        private OfKind(Resource resource) {
            this.resource = resource;
            this.stateless = STATELESS.contains(resource.toString());
            this.statusWord = StatusWord.of(resource.toString());
        }

        /// Whether versions of one object can differ only in labels and content.
        public boolean stateless() {
            return stateless;
        }

        /// The view of an object of this kind.
        public ObjectView view(KubeObject object) {
            return recent.get(object, this::read);
        }

        /// Content of an object, parsed again if its tree is gone; missing if it can't be parsed. Must not be
        /// modified.
        public JsonNode content(KubeObject object) {
            ObjectView view = view(object);
            return view.readable() ? view.content().orElseGet(() -> parse(object)) : MissingNode.getInstance();
        }

        /// The objects in its namespace that a pod references.
        public Set<ObjectView.Reference> references(KubeObject pod) {
            return References.of(content(pod));
        }

        private ObjectView read(KubeObject object) {
            JsonNode content = parse(object);
            if (!content.isMissingNode()) {
                try {
                    String status = stateless ? "" : SearchTerms.word(statusWord.apply(content));
                    return view(object, content, status, Problems.of(resource, content));
                } catch (RuntimeException e) { // one object must not hide the others
                    LOG.error("{}: only its name can be shown; this is a bug in the hub", object.key(), e);
                }
            }
            return view(object, MissingNode.getInstance(), StatusWord.UNKNOWN, Optional.of(Problems.UNREADABLE));
        }

        private JsonNode parse(KubeObject object) {
            try {
                return JSON.readTree(object.content());
            } catch (IOException e) {
                LOG.debug(
                        "{}: only its name can be shown, because it can't be parsed: {}", object.key(), e.getMessage());
                return MissingNode.getInstance();
            }
        }

        private ObjectView view(KubeObject object, JsonNode content, String status, Optional<Problem> problem) {
            String reason = problem.map(Problem::reason).orElse("");
            return new ObjectView(
                    content,
                    status,
                    problem,
                    SearchTerms.of(resource.toString(), object.labels(), content, status, reason));
        }
    }
}
