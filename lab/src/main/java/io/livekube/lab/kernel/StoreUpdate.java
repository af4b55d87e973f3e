package io.livekube.lab.kernel;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.cluster.ClusterGenerator;
import io.livekube.simulator.cluster.ClusterSpec;
import io.livekube.simulator.cluster.ProgressListener;
import io.livekube.simulator.resource.BuiltInTypes;
import io.livekube.simulator.store.ObjectStore;
import io.livekube.simulator.store.StoreConfig;
import io.livekube.simulator.store.StoredObject;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/// The simulator store's update path: one changed pod of about 6 KB into bytes, versions, selectors and the change log.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(jvmArgsAppend = "-Xmx1g")
public class StoreUpdate {
    private static final int PODS = 1_000;

    private final ObjectStore store = new ObjectStore(StoreConfig.defaults());
    private final List<ObjectNode> pods;
    private int next;

    public StoreUpdate() {
        ClusterGenerator.populate(store, ClusterSpec.defaults().withPods(PODS), ProgressListener.none());
        pods = store.snapshot(BuiltInTypes.POD, store.revision())
                .objects("", "")
                .map(StoredObject::toTree)
                .toList();
    }

    @Benchmark
    public StoredObject pod() {
        ObjectNode pod = pods.get(next % PODS);
        pod.withObject("/metadata").remove("resourceVersion");
        pod.withObject("/status").put("message", "change " + next++);
        return store.update(BuiltInTypes.POD, pod);
    }
}
