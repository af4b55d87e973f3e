package io.livekube.core.store;

import io.livekube.core.model.FormatConfig;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.ObjectFormat;
import io.livekube.core.model.Resource;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Makes pods as the decoder would: [#pod] names one, the rest adds to it.
final class TestingPods {
    private final ObjectFormat format;

    TestingPods() {
        Resource pods = Resource.core("v1", "pods");
        this.format = new ObjectFormat(pods, FormatConfig.defaultsFor(pods));
    }

    ObjectFormat format() {
        return format;
    }

    /// A pod whose UID is derived from its name unless it is given.
    Pod pod(String namespace, String name, long version) {
        return new Pod(namespace, name, version);
    }

    KubeObject decode(String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        try {
            return format.decode(bytes, 0, bytes.length);
        } catch (MalformedObjectException e) {
            throw new IllegalArgumentException(json, e);
        }
    }

    /// A pod in the making.
    final class Pod {
        private final String namespace;
        private final String name;
        private final long version;
        private String uid;
        private String node = "";
        private List<String> owners = List.of();
        private String note = "";
        private final List<String> labels = new ArrayList<>();

        private Pod(String namespace, String name, long version) {
            this.namespace = namespace;
            this.name = name;
            this.version = version;
            this.uid = "uid of " + namespace + "/" + name;
        }

        Pod uid(String value) {
            uid = value;
            return this;
        }

        Pod on(String value) {
            node = value;
            return this;
        }

        /// By the UIDs of its owners, of which the first controls it.
        Pod ownedBy(String... uids) {
            owners = List.of(uids);
            return this;
        }

        Pod label(String key, String value) {
            labels.add("\"%s\":\"%s\"".formatted(key, value));
            return this;
        }

        Pod note(String value) {
            note = value;
            return this;
        }

        KubeObject made() {
            var ownerJson = new ArrayList<String>();
            for (String owner : owners) {
                ownerJson.add(
                        "{\"apiVersion\":\"apps/v1\",\"kind\":\"ReplicaSet\",\"name\":\"rs\",\"uid\":\"%s\",\"controller\":%s}"
                                .formatted(owner, ownerJson.isEmpty()));
            }
            return decode("""
                    {"metadata":{"namespace":"%s","name":"%s","uid":"%s","resourceVersion":"%d",
                    "labels":{%s},"ownerReferences":[%s],"annotations":{"note":"%s"}},"spec":{"nodeName":"%s"}}""".formatted(
                    namespace, name, uid, version, String.join(",", labels), String.join(",", ownerJson), note, node));
        }
    }
}
