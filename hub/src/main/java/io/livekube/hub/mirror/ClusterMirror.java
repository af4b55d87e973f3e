package io.livekube.hub.mirror;

import io.livekube.core.model.Resource;
import io.livekube.core.store.Change;
import io.livekube.protocol.Part;
import io.livekube.protocol.SessionId;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// Mirror of one cluster.
///
/// Written by the cluster's ingest, one thread at a time; read by any thread.
public final class ClusterMirror {
    private final String id;
    private final Map<Resource, KindMirror> kinds = new ConcurrentHashMap<>();
    private volatile List<KindMirror> sorted = List.of();
    private final List<MirrorListener> listeners = new CopyOnWriteArrayList<>();
    private volatile Optional<Contact> contact = Optional.empty();
    private volatile Optional<Part.Hello> agent = Optional.empty();
    private volatile Optional<Set<Resource>> wanted = Optional.empty();

    /// The last batch that was applied.
    public record Contact(SessionId session, long sequence, Instant at) {}

    public ClusterMirror(String id) {
        this.id = id;
    }

    public String id() {
        return id;
    }

    public Optional<KindMirror> kind(Resource resource) {
        return Optional.ofNullable(kinds.get(resource));
    }

    /// All kinds, sorted by name.
    public List<KindMirror> kinds() {
        return sorted;
    }

    /// The agent's last batch; empty before the first.
    public Optional<Contact> contact() {
        return contact;
    }

    /// What the agent reported about itself; empty before the first session.
    public Optional<Part.Hello> agent() {
        return agent;
    }

    /// The kinds to sync; empty for all that the agent offers.
    public Optional<Set<Resource>> wanted() {
        return wanted;
    }

    /// Changes the kinds to sync; takes effect with the agent's next batch.
    public void want(Optional<? extends Collection<Resource>> resources) {
        wanted = resources.map(set -> Set.copyOf(set));
    }

    public boolean wants(Resource resource) {
        return wanted.map(set -> set.contains(resource)).orElse(true);
    }

    /// Adds a listener for all changes from now on.
    public void addListener(MirrorListener listener) {
        listeners.add(listener);
    }

    /// Records a batch that was applied.
    public void contacted(Contact last) {
        contact = Optional.of(last);
    }

    /// Records what the agent reports about itself.
    public void greeted(Part.Hello hello) {
        agent = Optional.of(hello);
    }

    /// Adds a kind.
    public void add(KindMirror kind) {
        kinds.put(kind.resource(), kind);
        sort();
    }

    /// Removes a kind with its objects.
    public void remove(Resource resource) {
        KindMirror removed = kinds.remove(resource);
        if (removed != null) {
            sort();
            removed.store().close();
            removed.log().close();
        }
    }

    private void sort() {
        sorted = kinds.values().stream()
                .sorted(Comparator.comparing(kind -> kind.resource().toString()))
                .toList();
    }

    /// Notifies the listeners.
    public void changed(KindMirror kind, List<Change> changes) {
        for (MirrorListener listener : listeners) {
            listener.changed(kind, changes);
        }
    }
}
