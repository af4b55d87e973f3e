package io.livekube.protocol;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectKey;
import io.livekube.core.model.Resource;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;

/// Generates random batches from a seed: the shared state, and what one end sends to the other.
public final class TestingBatches {
    private static final List<Resource> RESOURCES =
            List.of(TestingEnd.PODS, TestingEnd.WIDGETS, new Resource("apps", "v1", "deployments"));

    private final Random random;
    private final TestingEnd sender = new TestingEnd();
    private final TestingEnd receiver = new TestingEnd();
    private long version = 1_000_000;

    public TestingBatches(long seed) {
        this.random = new Random(seed);
        for (Resource resource : RESOURCES) {
            int held = random.nextInt(40);
            for (int i = 0; i < held; i++) {
                String json = json(resource, "ns-" + random.nextInt(4), "n" + random.nextInt(1000));
                sender.hold(resource, sender.object(resource, json));
                receiver.hold(resource, receiver.object(resource, json));
            }
        }
    }

    public TestingEnd sender() {
        return sender;
    }

    public TestingEnd receiver() {
        return receiver;
    }

    public Batch batch() {
        long sequence = random.nextBoolean() ? 1 : 1 + random.nextLong(Long.MAX_VALUE - 1);
        var parts = new ArrayList<Part>();
        if (sequence == 1) {
            parts.add(new Part.Hello("0.1.0", text(), text()));
        }
        for (int i = random.nextInt(8); i > 0; i--) {
            parts.add(part(RESOURCES.get(random.nextInt(RESOURCES.size()))));
        }
        return new Batch(new SessionId(random.nextLong(), 1 + random.nextInt(9)), sequence, parts);
    }

    private Part part(Resource resource) {
        return switch (random.nextInt(10)) {
            case 0 ->
                WellKnownKinds.all().stream()
                        .filter(known -> known.resource().equals(resource))
                        .findFirst()
                        .orElse(new Part.Kind(resource, "Widget", random.nextBoolean()));
            case 1 ->
                new Part.Status(
                        resource,
                        List.of(KindState.values()).get(random.nextInt(KindState.values().length)),
                        random.nextInt(1 << 20),
                        text());
            case 2 -> new Part.Gone(resource);
            case 3 -> new Part.Check(resource, random.nextLong(), random.nextInt(1 << 20), random.nextLong());
            case 4 ->
                new Part.Buckets(
                        resource, version, random.longs(Part.BUCKETS).boxed().toList());
            case 5 -> new Part.Begin(resource, buckets(), version);
            case 6 ->
                new Part.Chunk(
                        resource,
                        random.ints(random.nextInt(6), 0, 1000)
                                .mapToObj(n -> sender.object(resource, json(resource, "ns-0", "c" + n)))
                                .toList());
            case 7 -> new Part.End(resource, version, random.nextInt(1 << 20), digest());
            default -> new Part.Delta(resource, edits(resource), version, digest());
        };
    }

    private OptionalLong digest() {
        return random.nextInt(4) == 0 ? OptionalLong.empty() : OptionalLong.of(random.nextLong());
    }

    private BitSet buckets() {
        BitSet buckets = new BitSet();
        int chance = random.nextInt(5);
        for (int i = 0; i < Part.BUCKETS; i++) {
            buckets.set(i, random.nextInt(4) < chance);
        }
        return buckets;
    }

    private List<Edit> edits(Resource resource) {
        SharedObjects held = sender.held(resource);
        var edits = new ArrayList<Edit>();
        Set<ObjectKey> done = new HashSet<>();
        for (int i = random.nextInt(12); i > 0; i--) {
            version += 1 + random.nextInt(3);
            String fresh = "new" + i;
            Optional<KubeObject> near =
                    held.size() == 0 ? Optional.empty() : Optional.of(held.at(random.nextInt(held.size())));
            Edit edit = switch (random.nextInt(4)) {
                case 0 -> put(resource, "ns-1", fresh, Optional.empty());
                case 1 -> put(resource, "ns-1", fresh, near.map(KubeObject::key));
                case 2 ->
                    near.<Edit>map(o -> new Edit.Remove(o.key(), version))
                            .orElseGet(() -> put(resource, "", fresh, Optional.empty()));
                default ->
                    near.<Edit>map(o -> put(resource, o.namespace(), o.name(), Optional.of(o.key())))
                            .orElseGet(() -> put(resource, "", fresh, Optional.empty()));
            };
            if (done.add(edit.key())) {
                edits.add(edit);
            }
        }
        return edits;
    }

    private Edit put(Resource resource, String namespace, String name, Optional<ObjectKey> base) {
        return new Edit.Put(sender.object(resource, json(resource, namespace, name)), base);
    }

    private String json(Resource resource, String namespace, String name) {
        return """
                {"metadata":{"name":"%s"%s,"uid":"%s","resourceVersion":"%d"},"spec":{"of":"%s","size":%d,"note":"%s"}}""".formatted(
                        name,
                        namespace.isEmpty() ? "" : ",\"namespace\":\"" + namespace + "\"",
                        new java.util.UUID(random.nextLong(), random.nextLong()),
                        ++version,
                        resource,
                        random.nextInt(),
                        text());
    }

    private String text() {
        return switch (random.nextInt(4)) {
            case 0 -> "";
            case 1 -> "ein Wörtchen, 日本語, 🙂";
            default -> Long.toString(random.nextLong(), 36);
        };
    }
}
