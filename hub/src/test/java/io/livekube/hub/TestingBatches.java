package io.livekube.hub;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Batches as written by hand for curl.
public final class TestingBatches {
    public static final String SESSION = "8f14e45fceea167a-1";

    private TestingBatches() {}

    public static String pod(String namespace, String name, long version) {
        return """
                {"metadata":{"name":"%s","namespace":"%s","uid":"0b4f2f5e-0000-4000-8000-%012x","resourceVersion":"%d",\
                "labels":{"app":"%s"}},"spec":{"nodeName":"node-1"},"status":{"phase":"Running"}}\
                """.formatted(name, namespace, (namespace + name).hashCode() & 0xffffffffL, version, name);
    }

    /// Some pods in two namespaces.
    public static String pods(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> pod(i % 2 == 0 ? "default" : "kube-system", "pod-%05d".formatted(i), 1000 + i))
                .collect(Collectors.joining(","));
    }

    /// The first batch of a session, with all pods and one node.
    public static String full(String session, int pods) {
        return """
                {"SessionId":"%s","SequenceNumber":1,"SyncType":"full",\
                "Hello":{"Agent":"0.1-test","Kubernetes":"v1.36.3","ClusterUid":"u1"},\
                "Versions":{"Pod":"50000","Node":"50000"},\
                "Snapshots":{"Pod":[%s],"Node":[{"metadata":{"name":"node-1","uid":"0b4f2f5e-0000-4000-8000-000000000001","resourceVersion":"7"}}]}}\
                """.formatted(session, pods(pods));
    }

    /// A batch that adds or changes one pod.
    public static String delta(String session, long sequence, String namespace, String name, long version) {
        return """
                {"SessionId":"%s","SequenceNumber":%d,"SyncType":"delta","Versions":{"Pod":"%d"},\
                "Deltas":[{"Kind":"Pod","Operation":"update","Namespace":"%s","Name":"%s","Object":%s}]}\
                """.formatted(session, sequence, version, namespace, name, pod(namespace, name, version));
    }
}
