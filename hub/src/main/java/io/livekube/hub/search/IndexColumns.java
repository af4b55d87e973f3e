package io.livekube.hub.search;

import io.livekube.core.model.KubeObject;
import io.livekube.hub.problem.Problem;
import io.livekube.hub.view.ObjectView;
import io.livekube.hub.view.SearchTerms;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The searchable fields of one kind's objects: a slot per object, an array per field.
///
/// Not thread-safe. The slot of a removed object stays empty, and texts that no object uses any more remain,
/// until [#compacted] drops both.
final class IndexColumns {
    private static final int GONE = -1;

    final TextArena names = new TextArena();
    final TextDictionary namespaces = new TextDictionary(TextArena.NO_SECOND_START);
    final LabelDictionary labels = new LabelDictionary();
    final TextDictionary images = new TextDictionary((byte) '/');
    final TextDictionary nodes = new TextDictionary(TextArena.NO_SECOND_START);
    final StatusDictionary statuses = new StatusDictionary();
    final FieldCombinations profiles = new FieldCombinations();
    int[] profile = {};
    int[] status = {};
    int[] created = {};

    /// Empty as long as no object has a node.
    int[] node = {};

    /// When each object's problem begins to count, in seconds since the epoch; 0 for immediately. Empty while
    /// all are 0.
    private int[] problemFrom = {};

    private @Nullable KubeObject[] objects = {};
    private int size;
    private int live;
    private final IntHashTable slots = new IntHashTable();
    private int[] combination = new int[16];
    private int textsAtFirst = 1024;

    /// Number of slots, including those of removed objects.
    int slots() {
        return size;
    }

    int live() {
        return live;
    }

    boolean isGone(int slot) {
        return profile[slot] == GONE;
    }

    KubeObject object(int slot) {
        KubeObject object = objects[slot];
        if (object == null) {
            throw new IllegalStateException("the object of slot " + slot + " is gone");
        }
        return object;
    }

    /// Adds an object or replaces its previous version.
    void put(KubeObject object, ObjectView view) {
        SearchTerms terms = view.terms();
        byte[] name = TextArena.fold(object.name());
        int slot = find(object);
        if (slot < 0) {
            slot = append(object, name);
        }
        objects[slot] = object;
        profile[slot] = profileOf(object.namespace(), terms);
        status[slot] = statuses.number(ObjectStatus.of(view));
        created[slot] = terms.created();
        if (!terms.node().isEmpty() || node.length > 0) {
            putNode(slot, terms.node().isEmpty() ? GONE : nodes.number(terms.node()));
        }
        putProblemFrom(slot, view.problem().map(Problem::from).orElse(Instant.MIN));
    }

    /// Replaces an object with a version in which no searchable field differs.
    boolean exchange(KubeObject object) {
        int slot = find(object);
        if (slot >= 0) {
            objects[slot] = object;
        }
        return slot >= 0;
    }

    void remove(KubeObject object) {
        int slot = find(object);
        if (slot >= 0) {
            objects[slot] = null;
            profile[slot] = GONE;
            live--;
        }
    }

    /// Number of the object's node; -1 if none.
    int nodeOf(int slot) {
        return slot < node.length ? node[slot] : GONE;
    }

    /// Whether the object has a problem that does not count yet.
    ///
    /// @param now in seconds since the epoch
    boolean hasProblemLater(int slot, long now) {
        return slot < problemFrom.length && problemFrom[slot] > now;
    }

    private void putProblemFrom(int slot, Instant from) {
        int seconds =
                from.equals(Instant.MIN) ? 0 : (int) from.plusNanos(999_999_999).getEpochSecond();
        if (seconds > 0 || slot < problemFrom.length) {
            problemFrom = GrowableArrays.fit(problemFrom, slot + 1);
            problemFrom[slot] = seconds;
        }
    }

    private int find(KubeObject wanted) {
        return slots.find(hash(wanted), slot -> {
            KubeObject held = objects[slot];
            return held != null && held.compareKey(wanted) == 0;
        });
    }

    private int append(KubeObject object, byte[] name) {
        int slot = names.add(name, 0, name.length);
        objects = GrowableArrays.fit(objects, slot + 1);
        profile = GrowableArrays.fit(profile, slot + 1);
        status = GrowableArrays.fit(status, slot + 1);
        created = GrowableArrays.fit(created, slot + 1);
        objects[slot] = object;
        size++;
        live++;
        slots.add(slot, this::hash);
        return slot;
    }

    private long hash(int slot) {
        KubeObject object = objects[slot];
        return object == null ? IntHashTable.REMOVED : hash(object);
    }

    private static int hash(KubeObject object) {
        return 31 * object.namespace().hashCode() + object.name().hashCode();
    }

    private void putNode(int slot, int number) {
        if (slot >= node.length) {
            int before = node.length;
            node = GrowableArrays.fit(node, slot + 1);
            Arrays.fill(node, before, node.length, GONE);
        }
        node[slot] = number;
    }

    private int profileOf(String namespace, SearchTerms terms) {
        combination = GrowableArrays.fit(
                combination, 1 + terms.labels().size() + terms.images().size());
        int length = 0;
        combination[length++] = namespaces.number(namespace);
        for (Map.Entry<String, String> label : terms.labels().entrySet()) {
            combination[length++] = labels.number(label.getKey(), label.getValue());
        }
        for (String image : terms.images()) {
            combination[length++] = ~images.number(image);
        }
        return profiles.number(combination, length);
    }

    /// Whether [#compacted] would free much: removed objects, or texts added since the last compaction.
    boolean isFragmented() {
        return size - live > 64 + size / 4 || texts() > 2 * textsAtFirst;
    }

    private int texts() {
        return profiles.size() + labels.size() + images.size() + statuses.size() + nodes.size();
    }

    /// A copy without removed objects and unused texts.
    IndexColumns compacted() {
        IndexColumns next = new IndexColumns();
        int[] namespaceTo = none(namespaces.size());
        int[] labelTo = none(labels.size());
        int[] wordTo = none(labels.words());
        int[] imageTo = none(images.size());
        int[] nodeTo = none(nodes.size());
        int[] profileTo = none(profiles.size());
        next.reserve(live, node.length > 0);
        for (int slot = 0; slot < size; slot++) {
            KubeObject object = objects[slot];
            if (object == null) {
                continue;
            }
            int to = next.names.addFrom(names, slot);
            next.objects[to] = object;
            next.size++;
            next.live++;
            next.slots.add(to, next::hash);
            if (profileTo[profile[slot]] < 0) {
                profileTo[profile[slot]] = next.copyFrom(this, profile[slot], namespaceTo, labelTo, wordTo, imageTo);
            }
            next.profile[to] = profileTo[profile[slot]];
            next.status[to] = next.statuses.number(statuses.get(status[slot]));
            next.created[to] = created[slot];
            if (slot < problemFrom.length && problemFrom[slot] > 0) {
                next.problemFrom = GrowableArrays.fit(next.problemFrom, to + 1);
                next.problemFrom[to] = problemFrom[slot];
            }
            if (next.node.length > 0) {
                next.node[to] = nodeOf(slot) < 0 ? GONE : copyFrom(next.nodes, nodes, nodeOf(slot), nodeTo);
            }
        }
        next.trim();
        return next;
    }

    private static int[] none(int size) {
        int[] none = new int[size];
        Arrays.fill(none, GONE);
        return none;
    }

    private void reserve(int slotCount, boolean withNodes) {
        objects = new KubeObject[slotCount];
        profile = new int[slotCount];
        status = new int[slotCount];
        created = new int[slotCount];
        slots.reserve(slotCount);
        node = new int[withNodes ? slotCount : 0];
    }

    private int copyFrom(IndexColumns old, int number, int[] namespaceTo, int[] labelTo, int[] wordTo, int[] imageTo) {
        int from = old.profiles.start(number);
        int length = old.profiles.end(number) - from;
        combination = GrowableArrays.fit(combination, length);
        combination[0] = copyFrom(namespaces, old.namespaces, old.profiles.at(from), namespaceTo);
        for (int i = 1; i < length; i++) {
            int value = old.profiles.at(from + i);
            if (value < 0) {
                combination[i] = ~copyFrom(images, old.images, ~value, imageTo);
                continue;
            }
            if (labelTo[value] < 0) {
                labelTo[value] = labels.copyFrom(old.labels, value, wordTo);
            }
            combination[i] = labelTo[value];
        }
        return profiles.number(combination, length);
    }

    private static int copyFrom(TextDictionary to, TextDictionary from, int number, int[] numbers) {
        if (numbers[number] < 0) {
            numbers[number] = to.copyFrom(from, number);
        }
        return numbers[number];
    }

    private void trim() {
        names.trim();
        profiles.trim();
        labels.trim();
        for (TextDictionary each : List.of(namespaces, images, nodes)) {
            each.trim();
        }
        textsAtFirst = Math.max(1024, texts());
    }

    /// Size in memory, excluding the objects.
    long bytes() {
        long perSlot = 4L
                * (objects.length + profile.length + status.length + created.length + node.length + problemFrom.length);
        return perSlot
                + names.bytes()
                + namespaces.bytes()
                + labels.bytes()
                + images.bytes()
                + nodes.bytes()
                + profiles.bytes()
                + slots.bytes()
                + statuses.bytes()
                + 500;
    }
}
