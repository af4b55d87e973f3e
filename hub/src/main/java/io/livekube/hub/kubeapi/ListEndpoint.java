package io.livekube.hub.kubeapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.apimachinery.selector.InvalidSelectorException;
import io.livekube.core.model.ObjectKey;
import io.livekube.core.model.Resource;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.read.FreshnessHeaders;
import io.livekube.hub.read.PageToken;
import io.livekube.hub.read.Provenance;
import io.livekube.hub.read.ReadFailedException;
import io.livekube.hub.read.ReadResult;
import io.livekube.hub.read.ReadTarget;
import io.livekube.hub.read.Reads;
import io.livekube.hub.select.ObjectSelector;
import io.livekube.hub.select.SelectableFieldLookup;
import io.livekube.hub.table.TableRows;
import io.livekube.hub.transport.HttpExchange;
import io.livekube.hub.transport.HttpProblem;
import io.livekube.hub.transport.PreparedBody;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// LIST: selects the version, cuts the page, and writes the response.
final class ListEndpoint {
    private static final String TOO_OLD = "The resourceVersion for the provided list is too old.";

    /// Fraction of the heap size that encoded lists may use outside the heap.
    private static final int SHARE_OF_HEAP = 16;

    /// Maximum bytes sent from the event loop, where it is unknown whether the client keeps reading.
    private static final int AT_ONCE = 4 << 20;

    /// Parameters that rule out serving a list from the cache.
    private static final List<String> MORE =
            List.of("labelSelector", "fieldSelector", "continue", "resourceVersionMatch", "sendInitialEvents");

    private final ListSegmentCache cache =
            new ListSegmentCache(Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP, System::nanoTime);
    private final Reads reads;
    private final KindTables tables;
    private final InstantSource clock;

    ListEndpoint(Reads reads, KindTables tables, InstantSource clock) {
        this.reads = reads;
        this.tables = tables;
        this.clock = clock;
    }

    void list(HttpExchange exchange, Cluster cluster, ReadTarget target)
            throws InterruptedException, ReadFailedException {
        ObjectRepresentation form = ObjectRepresentation.of(exchange, ObjectRepresentation.Subject.LIST);
        ListQuery query = ListQuery.parse(exchange);
        ObjectSelector wanted = selection(exchange, cluster, target.resource());
        String list = list(cluster, target, wanted);
        Optional<ContinueToken> token = query.continueToken().map(text -> ContinueToken.decode(text, list));
        ReadResult view = view(exchange, cluster, target, query, token);
        FreshnessHeaders.put(exchange, view.provenance(), target.resource(), cluster);
        ListPage page =
                ListPage.cut(view.state(), target.namespace(), token.map(ContinueToken::last), query.limit(), wanted);
        if (page.last().isPresent() || view.provenance().source() == Provenance.Source.FETCH) {
            reads.keep(cluster, target, view);
        }
        Optional<String> next = page.last().map(last -> token(list, view, last));
        if (form instanceof ObjectRepresentation.Table table) {
            ObjectNode metadata = KindTables.metadata(view.version());
            next.ifPresent(text -> metadata.put("continue", text));
            page.remaining().ifPresent(count -> metadata.put("remainingItemCount", count));
            TableRows rows = tables.rows(exchange, cluster, target.resource(), table);
            KindTables.send(exchange, rows, metadata, page.objects(), clock.instant());
        } else {
            new ListResponse(exchange, view, page, next).send(form, cache, name(cluster, target.resource()));
        }
    }

    /// Answers on the event loop, if everything to be sent is cached.
    ///
    /// @return whether it answered
    boolean listNow(HttpExchange exchange, Cluster cluster, ReadTarget target) {
        if (exchange.congested()
                || MORE.stream().anyMatch(name -> exchange.parameter(name).isPresent())) {
            return false;
        }
        ListQuery query = ListQuery.parse(exchange);
        Optional<ReadResult> found = reads.viewNow(cluster, target);
        if (found.isEmpty()) {
            return false;
        }
        ReadResult view = found.get();
        Duration took = Duration.ofNanos(System.nanoTime() - exchange.arrived());
        ListPage page = ListPage.cut(
                view.state(), target.namespace(), Optional.empty(), query.limit(), ObjectSelector.EVERYTHING);
        Optional<String> next =
                page.last().map(last -> token(list(cluster, target, ObjectSelector.EVERYTHING), view, last));
        Optional<PreparedBody> body = new ListResponse(exchange, view, page, next)
                .ready(cache, name(cluster, target.resource()))
                .filter(ready -> ready.length() <= AT_ONCE);
        if (body.isEmpty()) {
            return false;
        }
        reads.recordRead(view, cluster, target, exchange.from(), took);
        if (next.isPresent()) {
            reads.keep(cluster, target, view);
        }
        FreshnessHeaders.put(exchange, view.provenance(), target.resource(), cluster);
        body.get().send(exchange);
        return true;
    }

    private static String name(Cluster cluster, Resource resource) {
        return cluster.id() + " " + resource.path();
    }

    private static String token(String list, ReadResult view, ObjectKey last) {
        return new ContinueToken(list, Optional.of(view.version()), last).encode();
    }

    private static String list(Cluster cluster, ReadTarget target, ObjectSelector wanted) {
        return PageToken.list(cluster.id(), target.resource().path(), target.namespace(), wanted);
    }

    private ReadResult view(
            HttpExchange exchange, Cluster cluster, ReadTarget target, ListQuery query, Optional<ContinueToken> token)
            throws InterruptedException, ReadFailedException {
        if (token.isPresent() && token.get().version().isPresent()) {
            return reads.past(token.get().version().get(), cluster, target, exchange.from())
                    .orElseThrow(() -> token.get().expired());
        }
        return at(query.version(), exchange, cluster, target);
    }

    /// Reads a list or an object at a version.
    ReadResult at(VersionMatch match, HttpExchange exchange, Cluster cluster, ReadTarget target)
            throws InterruptedException, ReadFailedException {
        String by = exchange.from();
        boolean strict = strict(exchange);
        return switch (match) {
            case VersionMatch.Latest _, VersionMatch.Any _ -> reads.view(cluster, target, strict, by);
            case VersionMatch.Since since -> since(since.version(), cluster, target, strict, by);
            case VersionMatch.Exactly exactly -> {
                Optional<ReadResult> past = reads.past(exactly.version(), cluster, target, by);
                if (past.isPresent()) {
                    yield past.get();
                }
                ReadResult view = since(exactly.version(), cluster, target, strict, by);
                if (view.version() != exactly.version()) {
                    throw HttpProblem.of(410, TOO_OLD);
                }
                yield view;
            }
        };
    }

    private ReadResult since(long version, Cluster cluster, ReadTarget target, boolean strict, String by)
            throws InterruptedException, ReadFailedException {
        Reads.Awaited awaited = reads.viewSince(version, cluster, target, strict, by);
        ReadResult view = awaited.view();
        if (Long.compareUnsigned(view.version(), version) < 0) {
            throw awaited.upstream()
                            == Reads.Upstream.NO // the version belongs to another cluster: retrying is pointless
                    ? HttpProblem.of(410, TOO_OLD)
                    : VersionMatch.tooLarge(version, view.version());
        }
        return view;
    }

    /// Whether the response must be at least as recent as the request.
    private boolean strict(HttpExchange exchange) {
        boolean latest = exchange.parameter("resourceVersion").isEmpty();
        return switch (exchange.parameter("fresh").orElse("")) {
            case "" -> latest && reads.strictByDefault();
            case "true" -> true;
            case "false" -> false;
            default -> throw HttpProblem.of(400, "Parameter 'fresh' must be 'true' or 'false'.");
        };
    }

    /// Selector for the objects that a request asks for.
    static ObjectSelector selection(HttpExchange exchange, Cluster cluster, Resource resource) {
        String labels = exchange.parameter("labelSelector").orElse("");
        String fields = exchange.parameter("fieldSelector").orElse("");
        if (labels.isEmpty() && fields.isEmpty()) {
            return ObjectSelector.EVERYTHING;
        }
        try {
            boolean namespaced = cluster.mirror()
                    .kind(resource)
                    .map(kind -> kind.kind().namespaced())
                    .orElse(true);
            return ObjectSelector.parse(
                    labels, fields, SelectableFieldLookup.of(cluster.mirror(), resource, namespaced));
        } catch (InvalidSelectorException e) {
            throw HttpProblem.of(400, e.reason());
        }
    }
}
