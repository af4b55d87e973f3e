package io.livekube.protocol;

import io.livekube.core.model.Resource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Makes any tasks and results from a seed.
public final class TestingTasks {
    private static final List<Resource> RESOURCES =
            List.of(TestingEnd.PODS, TestingEnd.WIDGETS, new Resource("apps", "v1", "deployments"));
    private static final List<String> TEXTS =
            List.of("", "it is gone", "\"quoted\\\" \n\t\u0001", "zażółć ✓ 🐙", "x".repeat(4_096));

    private final Random random;

    public TestingTasks(long seed) {
        this.random = new Random(seed);
    }

    public List<Task> tasks() {
        return some(6, this::task);
    }

    private Task task() {
        String id = "ab12cd34-" + random.nextInt(1_000_000);
        Duration within = Duration.ofMillis(random.nextInt(3) * (long) random.nextInt(86_400_000 / 2));
        return switch (random.nextInt(6)) {
            case 0 -> {
                Optional<Set<Resource>> kinds =
                        random.nextBoolean() ? Optional.of(Set.copyOf(some(4, this::resource))) : Optional.empty();
                yield new Task.SyncControl(id, within, random.nextBoolean(), kinds, some(3, this::resource));
            }
            case 1 -> new Task.Resync(id, within);
            case 2 ->
                new Task.Fetch(
                        id, within, resource(), any(List.of("", "kube-system")), any(List.of("", "system:node")));
            case 3 -> new Task.Version(id, within, resource());
            case 4 ->
                new Task.Document(
                        id,
                        within,
                        any(List.of("/version", "/openapi/v2", "/openapi/v3/.well-known/x")),
                        any(List.of("application/json", "application/a.b@v1.0+protobuf")));
            default -> new Task.Report(id, within);
        };
    }

    public TaskResult result() {
        return switch (random.nextInt(4)) {
            case 0 -> new TaskResult.Done();
            case 1 -> new TaskResult.Failed(400 + random.nextInt(200), any(TEXTS));
            case 2 -> new TaskResult.Version(random.nextLong());
            default -> new TaskResult.Report(number(), number(), some(4, this::kind));
        };
    }

    private TaskResult.KindMemory kind() {
        return new TaskResult.KindMemory(
                resource().toString(), random.nextInt(Integer.MAX_VALUE), number(), some(3, this::object));
    }

    private TaskResult.LargeObject object() {
        return new TaskResult.LargeObject(any(TEXTS), any(TEXTS), number(), number());
    }

    private Resource resource() {
        return any(RESOURCES);
    }

    private long number() {
        return random.nextLong(Long.MAX_VALUE);
    }

    private <T> T any(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    private <T> List<T> some(int most, Supplier<T> each) {
        return Stream.generate(each).limit(random.nextInt(most + 1)).toList();
    }
}
