package io.livekube.core.informer;

import io.livekube.core.RequestFailure;
import io.livekube.core.model.FormatConfig;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.ObjectFormat;
import io.livekube.core.model.Resource;
import io.livekube.core.watch.ListRequest;
import io.livekube.core.watch.ListTier;
import io.livekube.core.watch.ReflectorSignal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

/// One collection of an API server, in memory and on one thread: versions, history, compaction, paging, restoring.
///
/// It keeps every state that it ever had, so that a cache can be compared with the state at its version.
final class ModelServer {
    private static final List<String> KEYS = List.of("a/1", "a/2", "a/3", "b/1", "b/2", "b/3", "c/1", "c/2");
    private static final Resource PODS = Resource.core("v1", "pods");

    /// One version of an object; an unreadable one goes over the wire as something that can't be decoded.
    record Item(String key, int uid, boolean readable, KubeObject object) {
        /// Whether it is in a namespace; everything is in the empty one.
        boolean in(String namespace) {
            return namespace.isEmpty() || key.startsWith(namespace + "/");
        }
    }

    record Event(long version, boolean deletion, Item item) {}

    private record Rest(long version, List<Item> items) {}

    private final Random random;
    private final ObjectFormat format = new ObjectFormat(PODS, FormatConfig.defaultsFor(PODS));
    /// Whether a continue token it does not know is a bad request to it, rather than an expired one.
    private final boolean rejectsUnknownTokens;
    /// Whether a watch from the future gets bookmarks of the present.
    private final boolean tellsThePast;
    /// Whether a LIST without a limit never ends in time.
    private final boolean slow;
    private final List<TreeMap<Long, NavigableMap<String, Item>>> incarnations = new ArrayList<>();
    /// Every state of each incarnation, with those that it shares with the one before.
    private final List<TreeMap<Long, NavigableMap<String, Item>>> histories = new ArrayList<>();
    private final Map<String, Rest> tokens = new HashMap<>();
    private TreeMap<Long, NavigableMap<String, Item>> states = new TreeMap<>();
    private List<Event> history = new ArrayList<>();
    private long version = 10;
    private long compacted = 10;
    private long ceiling = Long.MAX_VALUE;
    private int lastUid;
    private int lastToken;

    ModelServer(Random random) {
        this.random = random;
        this.rejectsUnknownTokens = random.nextBoolean();
        this.tellsThePast = random.nextBoolean();
        this.slow = random.nextBoolean();
        states.put(version, new TreeMap<>());
        incarnations.add(states);
        histories.add(new TreeMap<>(states));
    }

    ObjectFormat format() {
        return format;
    }

    long version() {
        return version;
    }

    int incarnation() {
        return incarnations.size();
    }

    Collection<Item> items() {
        return states.lastEntry().getValue().values();
    }

    /// The objects of a namespace; of all namespaces if it is empty.
    List<Item> items(String namespace) {
        return in(namespace, items());
    }

    private static List<Item> in(String namespace, Collection<Item> items) {
        return items.stream().filter(item -> item.in(namespace)).toList();
    }

    /// The states with this version: one per epoch.
    List<NavigableMap<String, Item>> statesAt(long atVersion) {
        return incarnations.stream()
                .map(states -> states.floorEntry(atVersion))
                .filter(entry -> entry != null)
                .map(Map.Entry::getValue)
                .toList();
    }

    /// For each epoch, the states at this version and later.
    List<Collection<NavigableMap<String, Item>>> statesSince(long sinceVersion) {
        return histories.stream()
                .map(states -> {
                    Long first = states.floorKey(sinceVersion);
                    return first == null
                            ? states.values()
                            : states.tailMap(first, true).values();
                })
                .toList();
    }

    boolean tellsThePast() {
        return tellsThePast;
    }

    // ---- writing

    /// Creates, updates or deletes some object; nothing while a follower could take it for a change it knows already.
    String write(boolean readable) {
        String key = KEYS.get(random.nextInt(KEYS.size()));
        Item old = states.lastEntry().getValue().get(key);
        if (old == null) {
            return put(key, ++lastUid, readable);
        }
        return random.nextInt(3) == 0 ? delete(key) : put(key, old.uid(), readable);
    }

    String put(String key, int uid, boolean readable) {
        if (!advance()) {
            return "no write";
        }
        Item item = new Item(key, uid, readable, decode(key, uid));
        var next = new TreeMap<>(states.lastEntry().getValue());
        next.put(key, item);
        publish(next, new Event(version, false, item));
        return "put " + key + " uid " + uid + (readable ? "" : " unreadable") + " @" + version;
    }

    String delete(String key) {
        if (!advance()) {
            return "no write";
        }
        var next = new TreeMap<>(states.lastEntry().getValue());
        Item old = next.remove(key);
        if (old == null) {
            throw new IllegalStateException(key + " is not there");
        }
        publish(next, new Event(version, true, new Item(key, old.uid(), true, decode(key, old.uid()))));
        return "delete " + key + " @" + version;
    }

    /// Makes everything readable again that is not, as far as it may write.
    void mend() {
        for (Item item : List.copyOf(items())) {
            if (!item.readable()) {
                put(item.key(), item.uid(), true);
            }
        }
    }

    /// Something else in the cluster changes: versions move on, this collection does not.
    void tick() {
        advance();
    }

    private boolean advance() {
        if (version + 3 >= ceiling) {
            return false;
        }
        version += 1 + random.nextInt(3);
        return true;
    }

    private void publish(NavigableMap<String, Item> next, Event event) {
        states.put(version, next);
        histories.getLast().put(version, next);
        history.add(event);
    }

    private KubeObject decode(String key, int uid) {
        int slash = key.indexOf('/');
        String text = "{\"metadata\":{\"name\":\"" + key.substring(slash + 1) + "\",\"namespace\":\""
                + key.substring(0, slash) + "\",\"uid\":\"uid-" + uid + "\",\"resourceVersion\":\"" + version
                + "\"},\"spec\":{\"nodeName\":\"node-" + random.nextInt(3) + "\"}}";
        byte[] json = text.getBytes(StandardCharsets.UTF_8);
        try {
            return format.decode(json, 0, json.length);
        } catch (MalformedObjectException e) {
            throw new IllegalStateException(e);
        }
    }

    String compact() {
        compacted = Math.max(compacted, version - random.nextInt(8));
        return "compacted to " + compacted;
    }

    /// Expires all LISTs that are in progress, which may have pages from the past.
    void forgetTokens() {
        tokens.clear();
    }

    /// Goes back to an earlier state, as etcd does from a backup.
    String restore() {
        long back = states.floorKey(Math.max(states.firstKey(), version - random.nextInt(20)));
        NavigableMap<String, Item> state = states.get(back);
        states = new TreeMap<>();
        states.put(back, state);
        incarnations.add(states);
        histories.add(new TreeMap<>(histories.getLast().headMap(back, true)));
        history = new ArrayList<>();
        forgetTokens();
        version = back;
        compacted = back;
        return "restored to " + back;
    }

    /// Versions of the followers that have not noticed the new epoch yet. They must notice before it reaches
    /// their version: after that, the protocol has no way to tell them.
    void followed(List<Long> versionsAhead) {
        ceiling = versionsAhead.stream().min(Long::compare).orElse(Long.MAX_VALUE);
    }

    // ---- answering

    /// Answers a LIST; a stale answer is an earlier state where a current one was asked for.
    ReflectorSignal list(String namespace, ListRequest request, boolean stale) {
        if (slow && request.limit() == 0) {
            return new ReflectorSignal.Failed(new RequestFailure.TimedOut("too much at once"));
        }
        Rest rest;
        if (request.continueToken().isEmpty()) {
            if (request.tier() == ListTier.NOT_OLDER_THAN && request.resourceVersion() > version) {
                return new ReflectorSignal.Failed(new RequestFailure.TooLarge("too large"));
            }
            long least = stale || request.tier() == ListTier.CACHED
                    ? states.firstKey()
                    : request.tier() == ListTier.NOT_OLDER_THAN ? request.resourceVersion() : version;
            long at = Math.max(states.firstKey(), least + (long) (random.nextDouble() * (version - least)));
            rest = new Rest(at, in(namespace, states.floorEntry(at).getValue().values()));
        } else {
            Rest known = tokens.get(request.continueToken());
            if (known == null && rejectsUnknownTokens) {
                return new ReflectorSignal.Failed(new RequestFailure.Rejected("not a continue token of mine"));
            }
            if (known == null || known.version() < compacted) {
                return new ReflectorSignal.Failed(new RequestFailure.Expired("the continue token expired"));
            }
            rest = known;
        }
        int size = request.limit() == 0
                ? rest.items().size()
                : Math.min(request.limit(), rest.items().size());
        List<Item> page = rest.items().subList(0, size);
        String token = "";
        if (size < rest.items().size()) {
            token = "t" + ++lastToken;
            tokens.put(
                    token,
                    new Rest(
                            rest.version(),
                            rest.items().subList(size, rest.items().size())));
        }
        List<KubeObject> readable =
                page.stream().filter(Item::readable).map(Item::object).toList();
        return new ReflectorSignal.Page(readable, rest.version(), token, 100L * size);
    }

    /// Whether the history after this version is complete.
    boolean remembers(long atVersion) {
        return atVersion >= compacted;
    }

    /// The first change after a version.
    Optional<Event> after(String namespace, long atVersion) {
        int low = 0;
        int high = history.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (history.get(middle).version() > atVersion) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return history.subList(low, history.size()).stream()
                .filter(event -> event.item().in(namespace))
                .findFirst();
    }
}
