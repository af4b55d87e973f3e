package io.livekube.hub.search;

import static io.livekube.hub.search.TestingObjects.PODS;
import static io.livekube.hub.search.TestingObjects.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.model.ObjectKey;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/// Random changes to random pods: every search finds what a full scan finds.
class SearchModelTest {
    private static final List<String> WORDS = List.of("web", "api", "cart", "db", "job");
    private static final List<String> STATES = List.of("", "", "CrashLoopBackOff", "ImagePullBackOff");

    private record Pod(String namespace, String name, String label, String image, String node, String waiting) {
        String json() {
            return pod(namespace, name, "\"app\":\"" + label + "\"", image, node, waiting);
        }

        boolean has(String word) {
            String status = waiting.isEmpty() ? "running" : waiting.toLowerCase(Locale.ROOT) + " running";
            return List.of(namespace, name, "app=" + label, image, node, status).stream()
                    .anyMatch(text -> text.contains(word));
        }
    }

    private final TestingObjects objects = new TestingObjects();
    private final Map<ObjectKey, Pod> model = new TreeMap<>();

    private static String word(SplittableRandom random) {
        return WORDS.get(random.nextInt(WORDS.size()));
    }

    private static Pod random(SplittableRandom random) {
        return new Pod(
                word(random),
                word(random) + "-" + random.nextInt(60),
                word(random) + random.nextInt(9),
                "registry.example.io/" + word(random) + ":" + random.nextInt(3),
                "node-" + word(random),
                STATES.get(random.nextInt(STATES.size())));
    }

    private void change(SplittableRandom random) {
        int what = random.nextInt(40);
        if (what == 0) {
            model.clear();
            for (int i = random.nextInt(200); i > 0; i--) {
                Pod pod = random(random);
                model.put(new ObjectKey(pod.namespace(), pod.name()), pod);
            }
            objects.relist("demo", PODS, model.values().stream().map(Pod::json).toList());
        } else if (what < 12 && !model.isEmpty()) {
            ObjectKey key = List.copyOf(model.keySet()).get(random.nextInt(model.size()));
            model.remove(key);
            objects.remove("demo", PODS, key);
        } else {
            Pod pod = random(random);
            model.put(new ObjectKey(pod.namespace(), pod.name()), pod);
            objects.put("demo", PODS, pod.json());
        }
    }

    private void check(String query, Predicate<Pod> matches, String context) {
        TreeSet<ObjectKey> expected = new TreeSet<>();
        model.forEach((key, pod) -> {
            if (matches.test(pod)) {
                expected.add(key);
            }
        });
        SearchResult found = objects.find(query);
        TreeSet<ObjectKey> actual = new TreeSet<>();
        found.hits().forEach(hit -> actual.add(hit.object().key()));
        assertThat(found.total()).as("%s, total of %s", context, query).isEqualTo(expected.size());
        if (expected.size() <= 200) {
            assertThat(actual).as("%s, %s", context, query).isEqualTo(expected);
        }
        assertThat(found.hits()).as("%s, order of %s", context, query).isSortedAccordingTo(Hit.BEST_FIRST);
    }

    @Test
    void searchesFindWhatAFullScanFinds() {
        for (long seed = 0; seed < 10; seed++) {
            var random = new SplittableRandom(seed);
            objects.clusters.clear();
            model.clear();
            objects.relist("demo", PODS, List.of());
            for (int step = 0; step < 30; step++) {
                for (int i = random.nextInt(12); i >= 0; i--) {
                    change(random);
                }
                String a = word(random);
                String b = word(random);
                String context = "seed %d, step %d".formatted(seed, step);
                check(a, pod -> pod.has(a), context);
                check(a + " -" + b, pod -> pod.has(a) && !pod.has(b), context);
                check("name:" + a, pod -> pod.name().contains(a), context);
                check(
                        "ns:" + a + " image:" + b,
                        pod -> pod.namespace().equals(a) && pod.image().contains(b),
                        context);
                check("label:app=" + a + "*", pod -> pod.label().startsWith(a), context);
                check(
                        "status:crash node:" + b,
                        pod -> pod.waiting().startsWith("Crash") && pod.node().contains(b),
                        context);
            }
        }
    }

    @Test
    void shortPageIsThePrefixOfALongOne() {
        var random = new SplittableRandom(1);
        for (int cluster = 0; cluster < 3; cluster++) {
            Map<ObjectKey, Pod> pods = new TreeMap<>();
            for (int i = 0; i < 3 * SlotBatch.MOST; i++) {
                Pod pod = random(random);
                pods.put(new ObjectKey(pod.namespace(), pod.name()), pod);
            }
            objects.relist(
                    "demo-" + cluster,
                    PODS,
                    pods.values().stream().map(Pod::json).toList());
        }
        for (String query : List.of("a", "e", "1", "web", "web api", "web-*", "-web", "status:crash", "name:we")) {
            SearchResult all = objects.find(query, 200);
            for (int limit : List.of(1, 7, 50)) {
                SearchResult few = objects.find(query, limit);
                int shown = Math.min(limit, all.hits().size());
                assertThat(few.hits()).as(query).isEqualTo(all.hits().subList(0, shown));
                assertThat(few.total()).as(query).isEqualTo(all.total());
            }
        }
    }
}
