package io.livekube.simulator.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.apimachinery.selector.SelectableFields;
import io.livekube.simulator.resource.ResourceType;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The etcd of a simulated cluster: one increasing revision, all versions since the last compaction, and logs
/// of changes.
///
/// Writers are serialized. Readers take no lock: they read at a revision, which is published after its change
/// is complete. The store modifies the `metadata` of trees passed to it, and does not keep them. All API
/// versions of a custom resource share their objects.
public final class ObjectStore {
    private record TypeKey(String group, String plural) {}

    private final StoreConfig config;
    private final Map<TypeKey, TypeStore> types = new ConcurrentHashMap<>();
    private final ArrayDeque<StoreChange> history = new ArrayDeque<>();
    private final StringCache strings = new StringCache();
    private final ObjectWriter writer = new ObjectWriter();
    private final List<Consumer<StoreChange>> listeners = new CopyOnWriteArrayList<>();
    private long historyBytes;
    private volatile long revision = 1;
    private volatile long compacted;

    public ObjectStore(StoreConfig config) {
        this.config = config;
    }

    /// The revision of the last change of any type.
    public long revision() {
        return revision;
    }

    /// The oldest revision that can still be read and watched from.
    public long compactedRevision() {
        return compacted;
    }

    /// Registers a listener that is called after each change, in order, on the writer's thread and before the
    /// next change.
    public void onChange(Consumer<StoreChange> listener) {
        listeners.add(listener);
    }

    /// Changes the fields by which objects of a type can be selected, existing objects included.
    public synchronized void selectable(ResourceType type, SelectableFields fields) {
        store(type).select(fields, strings);
    }

    /// Finds a field by which objects of a type can be selected.
    ///
    /// @throws io.livekube.apimachinery.selector.InvalidSelectorException if there is no such field
    public StoredField field(ResourceType type, String name) {
        return store(type).field(name);
    }

    /// Creates an object; sets resourceVersion and, if absent, uid, creationTimestamp and generation.
    ///
    /// @throws ApiException 409 AlreadyExists
    public synchronized StoredObject create(ResourceType type, ObjectNode object) {
        ObjectNode metadata = metadata(object);
        String name = metadata.path("name").asText();
        String namespace = type.namespaced() ? metadata.path("namespace").asText() : "";
        requireKey(type, namespace, name);
        TypeStore store = store(type);
        if (store.current(StoredObject.key(namespace, name)) != null) {
            throw ApiException.alreadyExists(type, name);
        }
        if (!metadata.has("uid")) {
            metadata.put("uid", UUID.randomUUID().toString());
        }
        if (!metadata.has("creationTimestamp")) {
            metadata.put("creationTimestamp", now());
        }
        if (!metadata.has("generation") && type.hasGeneration()) {
            metadata.put("generation", 1);
        }
        return commit(StoreChange.Kind.ADDED, type, store, namespace, name, object, null);
    }

    /// Replaces the object of the same namespace and name; keeps uid and creationTimestamp if they are absent.
    ///
    /// @throws ApiException 404 if there is none, 409 Conflict if `metadata.resourceVersion` is set and
    /// outdated
    public synchronized StoredObject update(ResourceType type, ObjectNode object) {
        ObjectNode metadata = metadata(object);
        String name = metadata.path("name").asText();
        String namespace = type.namespaced() ? metadata.path("namespace").asText() : "";
        requireKey(type, namespace, name);
        TypeStore store = store(type);
        StoredObject previous = require(type, store, namespace, name);
        String expected = metadata.path("resourceVersion").asText();
        if (!expected.isEmpty() && !expected.equals(Long.toString(previous.revision()))) {
            throw ApiException.modified(type, name);
        }
        if (!metadata.has("uid") || !metadata.has("creationTimestamp")) {
            ObjectNode before = metadata(previous.toTree());
            metadata.set("uid", before.get("uid"));
            metadata.set("creationTimestamp", before.get("creationTimestamp"));
        }
        return commit(StoreChange.Kind.MODIFIED, type, store, namespace, name, object, previous);
    }

    /// Removes an object at once and returns its last state, with the revision of the deletion.
    ///
    /// @param namespace empty for cluster-scoped types
    /// @throws ApiException 404 if there is none
    public synchronized StoredObject delete(ResourceType type, String namespace, String name) {
        TypeStore store = store(type);
        StoredObject previous = require(type, store, namespace, name);
        return commit(StoreChange.Kind.DELETED, type, store, namespace, name, previous.toTree(), previous);
    }

    /// Removes an object if its revision has not changed.
    ///
    /// @throws ApiException 404 if there is none, 409 if it changed
    public synchronized StoredObject delete(ResourceType type, StoredObject expected) {
        StoredObject current = require(type, store(type), expected.namespace(), expected.name());
        if (current.revision() != expected.revision()) {
            throw ApiException.modified(type, expected.name());
        }
        return delete(type, expected.namespace(), expected.name());
    }

    /// The result of a dry run: without a version, and not stored.
    public StoredObject unstored(ResourceType type, ObjectNode object) {
        ObjectNode metadata = metadata(object);
        if (!metadata.has("uid")) {
            metadata.put("uid", UUID.randomUUID().toString());
            metadata.put("creationTimestamp", now());
        }
        return new StoredObject(
                metadata.path("namespace").asText(),
                metadata.path("name").asText(),
                metadata.path("resourceVersion").asLong(),
                new ObjectWriter().write(type, object),
                store(type).headLength(type),
                StoredLabels.NONE,
                new String[0],
                false);
    }

    public Optional<StoredObject> get(ResourceType type, String namespace, String name) {
        return Optional.ofNullable(store(type).current(StoredObject.key(namespace, name)));
    }

    public int count(ResourceType type) {
        return store(type).live.get();
    }

    /// The objects of a type at one revision.
    public RevisionSnapshot snapshot(ResourceType type, long atRevision) {
        return new RevisionSnapshot(this, store(type), atRevision);
    }

    public RevisionLog log(ResourceType type) {
        return store(type).log;
    }

    /// Drops versions and changes up to a revision: older lists, continue tokens and watches get 410.
    public synchronized void compact(long upTo) {
        if (upTo > revision) {
            throw new IllegalArgumentException(
                    "cannot compact up to revision " + upTo + ": the store is at " + revision);
        }
        // Published first: readers check it after reading, and discard what a compaction may have truncated.
        compacted = Math.max(compacted, upTo);
        while (!history.isEmpty() && history.getFirst().revision() <= upTo) {
            forgetOldest();
        }
    }

    private StoredObject commit(
            StoreChange.Kind kind,
            ResourceType type,
            TypeStore store,
            String namespace,
            String name,
            ObjectNode tree,
            @Nullable StoredObject previous) {
        long next = revision + 1;
        ObjectNode metadata = metadata(tree);
        metadata.put("resourceVersion", Long.toString(next));
        byte[] json = writer.write(type, tree);
        StoredLabels labels = StoredLabels.of(metadata, strings);
        StoredObject object = new StoredObject(
                strings.same(namespace),
                previous == null ? name : previous.name(),
                next,
                json,
                store.headLength(type),
                previous == null ? labels : labels.shared(previous.labels()),
                FieldValues.of(tree, store.extracted, store.selectable, strings),
                kind == StoreChange.Kind.DELETED);
        StoreChange change = new StoreChange(kind, type, object, Optional.ofNullable(previous));
        store.put(object);
        store.log.append(change);
        store.count(kind);
        history.addLast(change);
        historyBytes += change.size();
        revision = next;
        while (history.size() > config.historyChanges() || historyBytes > config.historyBytes()) {
            compacted = history.getFirst().revision();
            forgetOldest();
        }
        for (Consumer<StoreChange> listener : listeners) {
            listener.accept(change);
        }
        return object;
    }

    private void forgetOldest() {
        StoreChange oldest = history.removeFirst();
        historyBytes -= oldest.size();
        TypeStore store = store(oldest.type());
        store.log.dropFirst();
        store.compact(oldest.object().key(), oldest.revision());
    }

    private TypeStore store(ResourceType type) {
        return types.computeIfAbsent(
                new TypeKey(type.group(), type.plural()),
                key -> new TypeStore(SelectableFields.builtIn(type.qualifiedName(), type.version())));
    }

    private static StoredObject require(ResourceType type, TypeStore store, String namespace, String name) {
        StoredObject object = store.current(StoredObject.key(namespace, name));
        if (object == null) {
            throw ApiException.notFound(type, name);
        }
        return object;
    }

    private static void requireKey(ResourceType type, String namespace, String name) {
        if (name.isEmpty() || type.namespaced() == namespace.isEmpty()) {
            throw ApiException.badRequest("an object of " + type + " needs metadata.name"
                    + (type.namespaced() ? " and metadata.namespace" : " and no metadata.namespace"));
        }
    }

    private static ObjectNode metadata(ObjectNode object) {
        return object.get("metadata") instanceof ObjectNode metadata ? metadata : object.putObject("metadata");
    }

    private String now() {
        return config.clock().instant().truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
