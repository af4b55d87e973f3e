package io.livekube.agent.tasks;

import com.github.luben.zstd.Zstd;
import io.livekube.agent.kinds.DefinitionParser;
import io.livekube.agent.kinds.KindSelection;
import io.livekube.core.RequestFailure;
import io.livekube.core.http.ApiClient;
import io.livekube.core.http.RequestFailedException;
import io.livekube.core.http.ServerDocument;
import io.livekube.core.listwatch.CollectionScope;
import io.livekube.core.listwatch.LiveObjects;
import io.livekube.core.listwatch.VersionList;
import io.livekube.core.model.FormatConfig;
import io.livekube.core.model.Resource;
import io.livekube.protocol.Part;
import io.livekube.protocol.Task;
import io.livekube.protocol.TaskDocument;
import io.livekube.protocol.json.TaskCodec;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Live reads for the hub, directly from the API server, restricted to kinds that the agent may follow.
///
/// Objects are stripped as for sync, so that no value of a secret leaves the agent.
public final class LiveReads {
    private static final Logger LOG = LoggerFactory.getLogger(LiveReads.class);

    private static final int DOCUMENT_BYTES = 32 << 20;

    private final ApiClient client;
    private final KindSelection selection;
    private final int pageSize;

    public LiveReads(ApiClient client, KindSelection selection, int pageSize) {
        this.client = client;
        this.selection = selection;
        this.pageSize = pageSize;
    }

    /// Opens a list and reads its first page; an object fetched by name is a list of one.
    LiveList fetch(Task.Fetch task) throws LiveReadFailedException, InterruptedException {
        Part.Kind kind = allowed(task.resource());
        var objects = new LiveObjects(client, kind.resource(), selection.format(kind.resource()));
        try {
            if (!task.name().isEmpty()) {
                var object = objects.get(task.namespace(), task.name());
                return new LiveList(kind, new LiveObjects.Page(List.of(object), object.resourceVersion(), true));
            }
            CollectionScope scope =
                    task.namespace().isEmpty() ? CollectionScope.ALL : CollectionScope.namespace(task.namespace());
            LiveObjects.Pages pages = objects.list(
                    scope, pageSize, reason -> LOG.warn("{}: fetch omits an object: {}", kind.resource(), reason));
            return new LiveList(kind, pages.next().orElseThrow(), Optional.of(pages));
        } catch (RequestFailedException e) {
            throw new LiveReadFailedException(kind.resource().toString(), e);
        }
    }

    /// The current version of a kind.
    long version(Task.Version task) throws LiveReadFailedException, InterruptedException {
        Part.Kind kind = allowed(task.resource());
        try {
            return VersionList.current(client, kind.resource());
        } catch (RequestFailedException e) {
            throw new LiveReadFailedException(kind.resource().toString(), e);
        }
    }

    /// A document of the API server, such as its OpenAPI specification, compressed with zstd for the wire.
    byte[] document(Task.Document task) throws LiveReadFailedException, InterruptedException {
        try {
            ServerDocument document = ServerDocument.get(client, task.path(), task.accept(), DOCUMENT_BYTES);
            return Zstd.compress(
                    TaskCodec.encode(new TaskDocument(document.type(), document.etag(), document.content())));
        } catch (RequestFailedException e) {
            throw new LiveReadFailedException(task.path(), e);
        } catch (IllegalArgumentException e) {
            throw new LiveReadFailedException(
                    502, task.path() + ": the response has an invalid Content-Type or ETag header");
        }
    }

    private Part.Kind allowed(Resource resource) throws LiveReadFailedException, InterruptedException {
        Optional<Part.Kind> builtIn = selection.builtIn().stream()
                .filter(kind -> kind.resource().equals(resource))
                .findFirst();
        if (builtIn.isPresent()) {
            return builtIn.get();
        }
        if (!selection.mayFollow(resource)) {
            throw notFollowed(resource);
        }
        return defined(resource).orElseThrow(() -> notFollowed(resource));
    }

    /// Reads the definition of a resource, since its name does not tell whether it is a custom one.
    private Optional<Part.Kind> defined(Resource resource) throws LiveReadFailedException, InterruptedException {
        Resource definitions = KindSelection.definitions().resource();
        try {
            return DefinitionParser.kind(new LiveObjects(client, definitions, FormatConfig.defaultsFor(definitions))
                            .get("", resource.toString()))
                    .map(kind -> new Part.Kind(resource, kind.kind(), kind.namespaced()));
        } catch (RequestFailedException e) {
            if (e.failure() instanceof RequestFailure.NotServed) {
                return Optional.empty();
            }
            throw new LiveReadFailedException("the definition of " + resource, e);
        }
    }

    private static LiveReadFailedException notFollowed(Resource resource) {
        return new LiveReadFailedException(
                404, "%s (%s) is not followed by this agent".formatted(resource, resource.version()));
    }
}
