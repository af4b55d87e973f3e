package io.livekube.protocol;

import io.livekube.core.model.FormatConfig;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.ObjectFormat;
import io.livekube.core.model.ObjectKey;
import io.livekube.core.model.Resource;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// One end of the wire: its objects of each kind, and its decoders.
public final class TestingEnd implements ReceiverState {
    public static final Resource PODS = Resource.core("v1", "pods");
    public static final Resource WIDGETS = new Resource("example.com", "v1beta1", "widgets");

    private final Map<Resource, ObjectFormat> formats = new HashMap<>();
    private final Map<Resource, TreeMap<ObjectKey, KubeObject>> objects = new HashMap<>();

    public KubeObject object(Resource resource, String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        try {
            return decode(resource, bytes, 0, bytes.length);
        } catch (MalformedObjectException e) {
            throw new IllegalArgumentException(json, e);
        }
    }

    public TestingEnd hold(Resource resource, KubeObject object) {
        objects.computeIfAbsent(resource, r -> new TreeMap<>()).put(object.key(), object);
        return this;
    }

    @Override
    public KubeObject decode(Resource resource, byte[] json, int from, int to) throws MalformedObjectException {
        return formats.computeIfAbsent(resource, r -> new ObjectFormat(r, FormatConfig.defaultsFor(r)))
                .decode(json, from, to);
    }

    @Override
    public SharedObjects held(Resource resource) {
        List<KubeObject> sorted =
                new ArrayList<>(objects.getOrDefault(resource, new TreeMap<>()).values());
        return new SharedObjects() {
            @Override
            public int size() {
                return sorted.size();
            }

            @Override
            public KubeObject at(int rank) {
                return sorted.get(rank);
            }

            @Override
            public int rank(ObjectKey key) {
                int rank = 0;
                while (rank < sorted.size() && sorted.get(rank).key().compareTo(key) < 0) {
                    rank++;
                }
                return rank;
            }
        };
    }
}
