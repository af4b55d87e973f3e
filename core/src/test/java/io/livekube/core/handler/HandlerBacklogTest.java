package io.livekube.core.handler;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.handler.HandlerBacklog.Delivery;
import io.livekube.core.model.FormatConfig;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.ObjectFormat;
import io.livekube.core.model.Resource;
import io.livekube.core.store.Change;
import io.livekube.core.store.Store;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class HandlerBacklogTest {
    private static final Resource PODS = Resource.core("v1", "pods");
    private static final long PERIOD = Duration.ofSeconds(10).toNanos();

    private final ObjectFormat format = new ObjectFormat(PODS, FormatConfig.defaultsFor(PODS));
    private final Store store = new Store("deliveries");
    private long version;

    @Test
    void existingObjectsComeFirstThenChangesThenTheResync() {
        apply("a");
        apply("b");
        HandlerBacklog deliveries = new HandlerBacklog(store, Optional.of(Duration.ofSeconds(10)), 0);
        deliveries.offer(List.of(apply("a")), false);
        assertThat(deliveries.backlog()).isEqualTo(3);
        assertThat(drain(deliveries, 1)).containsExactly("present a@1", "present b@2", "change a@3");
        assertThat(deliveries.untilResync(1)).isEqualTo(PERIOD - 1);
        assertThat(drain(deliveries, PERIOD)).containsExactly("again a@3", "again b@2");
        assertThat(drain(deliveries, PERIOD + 1)).isEmpty();
        assertThat(drain(deliveries, 2 * PERIOD)).containsExactly("again a@3", "again b@2");
        assertThat(deliveries.resyncs()).isEqualTo(2);
    }

    /// Before each change is delivered, the object changes again, forever.
    @Test
    void aHandlerThatNeverCatchesUpIsResyncedAllTheSame() {
        List<String> busy = List.of("busy-0", "busy-1", "busy-2", "busy-3", "busy-4", "busy-5");
        List<String> quiet = List.of("quiet-0", "quiet-1", "quiet-2");
        Stream.concat(busy.stream(), quiet.stream()).forEach(this::apply);
        HandlerBacklog deliveries = new HandlerBacklog(store, Optional.of(Duration.ofSeconds(10)), 0);
        drain(deliveries, 1);
        busy.forEach(name -> deliveries.offer(List.of(apply(name)), false));
        List<String> told = new ArrayList<>();
        for (int turn = 0; turn < 100; turn++) {
            Delivery delivery = deliveries.next(PERIOD).orElseThrow();
            told.add(name(delivery));
            if (delivery instanceof Delivery.Changed(List<Change> changes)) {
                deliveries.offer(List.of(apply(changes.getLast().object().name())), false);
            }
            assertThat(deliveries.backlog()).isEqualTo(busy.size());
        }
        assertThat(told.stream().filter(t -> t.startsWith("again quiet")))
                .containsExactly("again quiet-0@7", "again quiet-1@8", "again quiet-2@9");
        assertThat(told.stream().filter(t -> t.startsWith("change busy"))).hasSizeGreaterThan(80);
        assertThat(told.indexOf("again quiet-2@9")).isLessThan(20);
    }

    @Test
    void aResyncRepeatsOnlyExistingObjectsThatTheHandlerKnows() {
        Stream.of("a", "b", "c").forEach(this::apply);
        HandlerBacklog deliveries = new HandlerBacklog(store, Optional.of(Duration.ofSeconds(10)), 0);
        drain(deliveries, 1);
        assertThat(name(deliveries.next(PERIOD).orElseThrow())).isEqualTo("again a@1");
        deliveries.offer(List.of(apply("b"), delete("c"), apply("d")), false);
        assertThat(drain(deliveries, PERIOD)).containsExactly("change b@4", "change c@3", "change d@5", "again b@4");
    }

    @Test
    void objectsOfTheFirstStateStayInitialUntilTheyAreDelivered() {
        HandlerBacklog deliveries = new HandlerBacklog(store, Optional.empty(), 0);
        deliveries.offer(Stream.of("a", "b", "c", "d").map(this::apply).toList(), true);
        deliveries.offer(List.of(apply("b"), delete("c"), delete("d"), apply("d"), apply("e")), false);
        assertThat(deliveries.backlog()).isEqualTo(4);
        assertThat(deliveries.coalesced()).isEqualTo(5);
        assertThat(drain(deliveries, 1)).containsExactly("present a@1", "present b@5", "change d@6", "change e@7");
    }

    @Test
    void changesDuringTheFirstStateOfAnotherNamespaceAreNotInitial() {
        HandlerBacklog deliveries = new HandlerBacklog(store, Optional.empty(), 0);
        deliveries.offer(List.of(apply("a")), true);
        drain(deliveries, 1);
        deliveries.offer(List.of(apply("a"), apply("b")), true);
        assertThat(drain(deliveries, 2)).containsExactly("change a@2", "present b@3");
    }

    @Test
    void withoutAPeriodThereIsNoResync() {
        apply("a");
        HandlerBacklog deliveries = new HandlerBacklog(store, Optional.empty(), 0);
        assertThat(drain(deliveries, Long.MAX_VALUE)).containsExactly("present a@1");
        assertThat(deliveries.untilResync(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
    }

    private static List<String> drain(HandlerBacklog deliveries, long now) {
        List<String> told = new ArrayList<>();
        Optional<Delivery> next = deliveries.next(now);
        while (next.isPresent()) {
            told.add(name(next.get()));
            next = deliveries.next(now);
        }
        return told;
    }

    private static String name(Delivery delivery) {
        return switch (delivery) {
            case Delivery.Present(KubeObject object) -> "present " + name(object);
            case Delivery.Changed(List<Change> changes) ->
                "change " + name(changes.getFirst().object());
            case Delivery.Again(KubeObject object) -> "again " + name(object);
        };
    }

    private static String name(KubeObject object) {
        return object.name() + "@" + object.resourceVersion();
    }

    private Change apply(String name) {
        byte[] json = "{\"metadata\":{\"name\":\"%s\",\"namespace\":\"n\",\"uid\":\"%s\",\"resourceVersion\":\"%d\"}}"
                .formatted(name, name, ++version)
                .getBytes(StandardCharsets.UTF_8);
        try {
            return store.apply(format.decode(json, 0, json.length)).getLast();
        } catch (MalformedObjectException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private Change delete(String name) {
        return store.remove(store.get("n", name).orElseThrow()).getLast();
    }
}
