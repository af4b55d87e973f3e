package io.livekube.agent.tasks;

import com.github.luben.zstd.Zstd;
import io.livekube.agent.kinds.Definition;
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

/// Asks the API server what a hub wants to know now, of kinds that the agent may follow and of no others.
///
/// What an object loses on its way to the hub by sync it loses here, too: no value of a secret gets out.
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

    /// Opens a list, its first page read; one object that is asked for by name is a list of one.
    LiveList fetch(Task.Fetch task) throws TaskFailedException, InterruptedException {
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
                    scope, pageSize, reason -> LOG.warn("{}: left out of a fetch: {}", kind.resource(), reason));
            return new LiveList(kind, pages.next().orElseThrow(), Optional.of(pages));
        } catch (RequestFailedException e) {
            throw new TaskFailedException(kind.resource().toString(), e);
        }
    }

    /// The version that a kind has now.
    long version(Task.Version task) throws TaskFailedException, InterruptedException {
        Part.Kind kind = allowed(task.resource());
        try {
            return VersionList.current(client, kind.resource());
        } catch (RequestFailedException e) {
            throw new TaskFailedException(kind.resource().toString(), e);
        }
    }

    /// A document in which the API server describes itself, packed with zstd as it travels.
    byte[] document(Task.Document task) throws TaskFailedException, InterruptedException {
        try {
            ServerDocument document = ServerDocument.get(client, task.path(), task.accept(), DOCUMENT_BYTES);
            return Zstd.compress(
                    TaskCodec.encode(new TaskDocument(document.type(), document.etag(), document.content())));
        } catch (RequestFailedException e) {
            throw new TaskFailedException(task.path(), e);
        } catch (IllegalArgumentException e) {
            throw new TaskFailedException(502, task.path() + ": its headers are no API server's");
        }
    }

    private Part.Kind allowed(Resource resource) throws TaskFailedException, InterruptedException {
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

    /// Whether a custom resource is one is not to be seen by its name: its definition says so.
    private Optional<Part.Kind> defined(Resource resource) throws TaskFailedException, InterruptedException {
        Resource definitions = KindSelection.definitions().resource();
        try {
            return Definition.kind(new LiveObjects(client, definitions, FormatConfig.defaultsFor(definitions))
                            .get("", resource.toString()))
                    .map(kind -> new Part.Kind(resource, kind.kind(), kind.namespaced()));
        } catch (RequestFailedException e) {
            if (e.failure() instanceof RequestFailure.NotServed) {
                return Optional.empty();
            }
            throw new TaskFailedException("the definition of " + resource, e);
        }
    }

    private static TaskFailedException notFollowed(Resource resource) {
        return new TaskFailedException(
                404, "%s (%s) is not followed by this agent".formatted(resource, resource.version()));
    }
}
