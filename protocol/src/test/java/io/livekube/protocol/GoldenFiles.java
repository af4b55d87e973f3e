package io.livekube.protocol;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectKey;
import io.livekube.core.model.Resource;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.LongStream;

/// One batch for each part, and one answer, task and result of each kind; docs/protocol.md quotes their
/// golden files.
public final class GoldenFiles {
    private static final SessionId SESSION = SessionId.parse("8f14e45fceea167a-3");
    private static final Resource SERVICES = Resource.core("v1", "services");

    private GoldenFiles() {}

    /// What both ends hold before each of the batches: three pods.
    public static TestingEnd held() {
        var end = new TestingEnd();
        for (String name : List.of("api-1", "api-2", "web-1")) {
            end.hold(TestingEnd.PODS, pod(end, name, 100, "Running"));
        }
        return end;
    }

    public static Map<String, Batch> batches() {
        TestingEnd end = held();
        Resource pods = TestingEnd.PODS;
        var some = new BitSet();
        some.set(0);
        some.set(9);
        some.set(255);
        var batches = new LinkedHashMap<String, Batch>();
        batches.put(
                "opening",
                new Batch(
                        SESSION,
                        1,
                        List.of(
                                new Part.Hello("0.1.0", "v1.36.3", "6f1c2f0e-3f4d-4d0c-9d3a-52a3a1f3c0de"),
                                WellKnownKinds.named("Pod").orElseThrow(),
                                new Part.Kind(TestingEnd.WIDGETS, "Widget", true),
                                new Part.Check(pods, 100, 3, 0x0123456789abcdefL),
                                new Part.Check(TestingEnd.WIDGETS, 90, 0, 0))));
        batches.put("heartbeat", new Batch(SESSION, 2, List.of()));
        batches.put(
                "delta",
                batch(new Part.Delta(
                        pods,
                        List.of(
                                new Edit.Put(
                                        pod(end, "api-1", 101, "Failed"),
                                        Optional.of(new ObjectKey("default", "api-1"))),
                                new Edit.Put(
                                        pod(end, "api-3", 102, "Pending"),
                                        Optional.of(new ObjectKey("default", "api-2"))),
                                new Edit.Remove(new ObjectKey("default", "web-1"), 103)),
                        103,
                        0xfedcba9876543210L)));
        batches.put(
                "unchecked-delta",
                batch(new Part.Delta(
                        pods,
                        List.of(new Edit.Put(pod(end, "job-1", 104, "Pending"), Optional.empty())),
                        104,
                        OptionalLong.empty())));
        batches.put(
                "snapshot",
                batch(
                        new Part.Begin(pods, Ask.Resend.all(pods).buckets(), 105),
                        new Part.Chunk(
                                pods, List.of(pod(end, "api-1", 101, "Running"), pod(end, "api-2", 105, "Running"))),
                        new Part.End(pods, 105, 2, 0x00ff00ff00ff00ffL),
                        new Part.Begin(SERVICES, some, 105),
                        new Part.End(SERVICES, 105, 0, OptionalLong.empty())));
        batches.put(
                "buckets",
                batch(new Part.Buckets(
                        pods, 105, LongStream.range(0, Part.BUCKETS).boxed().toList())));
        batches.put(
                "status",
                batch(
                        new Part.Status(pods, KindState.STALE, 3, "the watch is closed again and again: 503"),
                        new Part.Status(SERVICES, KindState.DENIED, 0, "services is forbidden"),
                        new Part.Gone(TestingEnd.WIDGETS)));
        return batches;
    }

    public static Batch delta() {
        return Objects.requireNonNull(batches().get("delta"));
    }

    public static Map<String, Answer> answers() {
        Resource pods = TestingEnd.PODS;
        var some = new BitSet();
        some.set(17);
        some.set(200);
        var answers = new LinkedHashMap<String, Answer>();
        answers.put("acknowledged", new Answer.Acknowledged(SESSION, 42, List.of(), Duration.ZERO));
        answers.put(
                "asks",
                new Answer.Acknowledged(
                        SESSION,
                        1,
                        List.of(
                                new Ask.Compare(pods),
                                new Ask.Resend(SERVICES, some),
                                Ask.Resend.all(TestingEnd.WIDGETS),
                                new Ask.Later(new Resource("apps", "v1", "deployments"), Duration.ofSeconds(7)),
                                new Ask.Stop(Resource.core("v1", "events")),
                                new Ask.Follow(Resource.core("v1", "nodes"))),
                        Duration.ofMillis(250)));
        answers.put("mismatch", new Answer.Mismatch(SESSION, 42, Set.of(pods, TestingEnd.WIDGETS)));
        answers.put("reset", new Answer.Reset("the hub does not know this session"));
        answers.put("back-off", new Answer.BackOff(Duration.ofSeconds(30), "more than 5 resyncs within a minute"));
        answers.put("turn-off", new Answer.TurnOff("no reads for 30 minutes"));
        answers.put("refused", new Answer.Refused("Deltas[0]: there is no Operation 'patch'"));
        return answers;
    }

    public static Map<String, List<Task>> tasks() {
        Duration within = Duration.ofSeconds(10);
        var tasks = new LinkedHashMap<String, List<Task>>();
        tasks.put("none", List.of());
        tasks.put(
                "on",
                List.of(new Task.SyncControl(
                        "ab12cd34-w7",
                        Duration.ZERO,
                        true,
                        Optional.of(Set.of(TestingEnd.PODS, SERVICES, TestingEnd.WIDGETS)),
                        List.of(TestingEnd.PODS))));
        tasks.put(
                "off", List.of(new Task.SyncControl("ab12cd34-w8", Duration.ZERO, false, Optional.empty(), List.of())));
        tasks.put(
                "some",
                List.of(
                        new Task.Resync("ab12cd34-1", within),
                        new Task.Fetch("ab12cd34-2", within, TestingEnd.PODS, "default", "api-1"),
                        new Task.Fetch("ab12cd34-3", within, TestingEnd.WIDGETS, "", ""),
                        new Task.Version("ab12cd34-4", within, SERVICES),
                        new Task.Report("ab12cd34-5", within)));
        tasks.put(
                "documents",
                List.of(
                        new Task.Document("ab12cd34-6", within, "/openapi/v3/apis/apps/v1", "application/json"),
                        new Task.Document(
                                "ab12cd34-7",
                                within,
                                "/openapi/v2",
                                "application/com.github.proto-openapi.spec.v2@v1.0+protobuf")));
        return tasks;
    }

    public static TaskDocument document() {
        byte[] content = "{\"paths\":{}}".getBytes(StandardCharsets.UTF_8);
        return new TaskDocument("application/json", "\"0D1A\"", content);
    }

    public static Map<String, TaskResult> results() {
        var results = new LinkedHashMap<String, TaskResult>();
        results.put("done", new TaskResult.Done());
        results.put("failed", new TaskResult.Failed(403, "services is forbidden"));
        results.put("version", new TaskResult.Version(1234));
        results.put(
                "report",
                new TaskResult.Report(
                        48_000_000,
                        256_000_000,
                        List.of(new TaskResult.KindMemory(
                                "pods",
                                1_200,
                                1_900_000,
                                List.of(new TaskResult.LargeObject("default", "api-1", 9_100, 31_000))))));
        return results;
    }

    private static Batch batch(Part... parts) {
        return new Batch(SESSION, 42, List.of(parts));
    }

    private static KubeObject pod(TestingEnd end, String name, long version, String phase) {
        return end.object(TestingEnd.PODS, """
                {"metadata":{"name":"%s","namespace":"default","uid":"00000000-0000-4000-8000-00000000%04x","resourceVersion":"%d"},"spec":{"nodeName":"node-7"},"status":{"phase":"%s"}}""".formatted(name, name.hashCode() & 0xffff, version, phase));
    }
}
