package io.livekube.hub.kubeapi;

import static io.livekube.hub.TestingAgent.pods;
import static io.livekube.hub.TestingAgent.version;
import static io.livekube.hub.TestingBatches.SESSION;
import static io.livekube.hub.TestingBatches.full;
import static io.livekube.hub.TestingBatches.pod;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.livekube.hub.TestingBatches;
import io.livekube.hub.TestingHub;
import io.livekube.hub.control.SyncMode;
import io.livekube.protocol.Task;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A client with a list that was fetched from the API server, at a version that the mirror has not reached or
/// skips within a step, misses nothing that happens after it.
///
/// The mirror has the pods `pod-00000` to `pod-00002` at version 50,000; the list is at version 50,001.
class FetchedListWatchTest extends FetchCase {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient client = HttpClient.newHttpClient();
    private long sequence = 1;

    @AfterEach
    void disconnect() {
        client.shutdownNow();
    }

    /// A hub that has returned such a list.
    private TestingHub given(String items) {
        TestingHub hub = hub(SyncMode.ON);
        agent(hub, task -> task instanceof Task.Version ? version(50_001) : pods(50_001, items));
        hub.post("demo", full(SESSION, 3));
        HttpResponse<String> list = hub.get(PODS + "?fresh=true");
        assertThat(header(list, "X-Livekube-Source")).isEqualTo("fetch");
        assertThat(json(list).at("/metadata/resourceVersion").asText()).isEqualTo("50001");
        return hub;
    }

    private BufferedReader watch(TestingHub hub, String query) throws Exception {
        return watch(hub, 20, query);
    }

    private BufferedReader watch(TestingHub hub, int seconds, String query) throws Exception {
        HttpResponse<InputStream> response = client.send(
                hub.request(PODS + "?watch=true&timeoutSeconds=" + seconds + "&" + query)
                        .build(),
                HttpResponse.BodyHandlers.ofInputStream());
        assertThat(response.statusCode()).isEqualTo(200);
        return new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
    }

    private static List<String> next(BufferedReader watch, int count) {
        return Stream.generate(() -> event(watch)).limit(count).toList();
    }

    private static String event(BufferedReader watch) {
        try {
            String line = watch.readLine();
            if (line == null) {
                return "end";
            }
            JsonNode event = JSON.readTree(line);
            return "%s %s@%s"
                    .formatted(
                            event.path("type").asText(),
                            event.at("/object/metadata/name").asText(),
                            event.at("/object/metadata/resourceVersion").asText());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /// What the agent pushes after relisting: it knows which objects are gone, but not since when.
    private void relisted(TestingHub hub, long version, List<String> gone, String... present) {
        String deltas = Stream.concat(
                        gone.stream().map(name -> """
                                {"Kind":"Pod","Operation":"delete","Namespace":"default","Name":"%s","ResourceVersion":"%d"}\
                                """.formatted(name, version)),
                        Stream.of(present).map(pod -> """
                                {"Kind":"Pod","Operation":"update","Namespace":"default","Name":"%s","Object":%s}\
                                """.formatted(name(pod), pod)))
                .collect(Collectors.joining(","));
        HttpResponse<String> answer = hub.post("demo", """
                {"SessionId":"%s","SequenceNumber":%d,"SyncType":"delta","Versions":{"Pod":"%d"},"Deltas":[%s]}\
                """.formatted(SESSION, ++sequence, version, deltas));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    private static String name(String pod) {
        try {
            return JSON.readTree(pod).at("/metadata/name").asText();
        } catch (JsonProcessingException e) {
            throw new AssertionError(pod, e);
        }
    }

    @Test
    void unobservedDeletionsAreSentToAClientAheadOfTheMirror() throws Exception {
        TestingHub hub = given(TestingBatches.pods(3));
        BufferedReader watch = watch(hub, "resourceVersion=50001");
        relisted(hub, 50_010, List.of("pod-00000", "pod-00002"), pod("default", "new", 50_007));
        assertThat(next(watch, 3))
                .containsExactly("DELETED pod-00000@50001", "DELETED pod-00002@50001", "ADDED new@50007");
    }

    @Test
    void unobservedDeletionsAreAlsoSentToAClientThatConnectsLater() throws Exception {
        TestingHub hub = given(TestingBatches.pods(3));
        relisted(hub, 50_010, List.of("pod-00000", "pod-00002"), pod("default", "new", 50_007));
        assertThat(next(watch(hub, "resourceVersion=50001"), 3))
                .containsExactly("DELETED pod-00000@50001", "DELETED pod-00002@50001", "ADDED new@50007");
    }

    @Test
    void objectCreatedAndDeletedUnseenByTheMirrorIsSentAsDeleted() throws Exception {
        TestingHub hub = given(TestingBatches.pods(3) + "," + pod("default", "brief", 50_001));
        BufferedReader watch = watch(hub, "resourceVersion=50001");
        relisted(hub, 50_010, List.of(), pod("default", "new", 50_007));
        assertThat(next(watch, 2)).containsExactly("DELETED brief@50001", "ADDED new@50007");
        assertThat(next(watch(hub, "resourceVersion=50001"), 2))
                .containsExactly("DELETED brief@50001", "ADDED new@50007");
    }

    @Test
    void objectThatStoppedMatchingUnseenByTheMirrorIsSentAsDeleted() throws Exception {
        String blue = pod("default", "pod-00000", 50_001).replace("\"app\":\"pod-00000\"", "\"app\":\"blue\"");
        TestingHub hub =
                given(blue + "," + pod("kube-system", "pod-00001", 1001) + "," + pod("default", "pod-00002", 1002));
        BufferedReader watch = watch(hub, "resourceVersion=50001&labelSelector=app%3Dblue");
        relisted(hub, 50_010, List.of(), pod("default", "pod-00000", 50_007));
        assertThat(next(watch, 1)).containsExactly("DELETED pod-00000@50001");
    }

    @ParameterizedTest(name = "after {0} events")
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void clientDisconnectedWhileCatchingUpReachesTheStateOfTheMirror(int received) throws Exception {
        TestingHub hub = given(TestingBatches.pods(3) + "," + pod("default", "brief", 50_001));
        relisted(hub, 50_010, List.of("pod-00000"), pod("default", "new", 50_007));
        relisted(hub, 50_020, List.of(), pod("default", "new2", 50_015));
        Set<String> known = new TreeSet<>(Set.of("pod-00000", "pod-00001", "pod-00002", "brief"));
        String version = "50001";
        try (BufferedReader cut = watch(hub, "resourceVersion=50001")) {
            for (String event : next(cut, received)) {
                version = learn(event, known);
            }
        }
        try (BufferedReader resumed = watch(hub, 1, "resourceVersion=" + version)) {
            for (String event = event(resumed); !event.equals("end"); event = event(resumed)) {
                learn(event, known);
            }
        }
        assertThat(known).containsExactly("new", "new2", "pod-00001", "pod-00002");
    }

    /// How a client applies an event.
    ///
    /// @return the version that it resumes from afterwards
    private static String learn(String event, Set<String> known) {
        String name = event.substring(event.indexOf(' ') + 1, event.indexOf('@'));
        if (event.startsWith("DELETED ")) {
            known.remove(name);
        } else {
            known.add(name);
        }
        return event.substring(event.indexOf('@') + 1);
    }

    @Test
    void clientThatCanNotContinueFromAVersionWithinAStepIsTold() throws Exception {
        TestingHub hub = given(TestingBatches.pods(3));
        relisted(hub, 50_010, List.of(), pod("default", "known", 50_001), pod("default", "new", 50_007));
        assertThat(watch(hub, "resourceVersion=50001").readLine())
                .contains("\"code\":410")
                .contains("The history of pods skips resource version 50001")
                .contains("list again");
    }

    @Test
    void watchThatStartsWithSuchAListContinuesTheSameWay() throws Exception {
        TestingHub hub = given(TestingBatches.pods(3));
        BufferedReader watch = watch(
                hub,
                "resourceVersion=50001&sendInitialEvents=true&resourceVersionMatch=NotOlderThan"
                        + "&allowWatchBookmarks=true");
        assertThat(next(watch, 4)).endsWith("BOOKMARK @50001");
        relisted(hub, 50_010, List.of("pod-00000"), pod("default", "new", 50_007));
        assertThat(next(watch, 2)).containsExactly("DELETED pod-00000@50001", "ADDED new@50007");
    }

    @Test
    void clientWithAVersionFromElsewhereReceivesLaterEvents() throws Exception {
        TestingHub hub = hub(SyncMode.ON);
        agent(hub, _ -> version(50_001));
        hub.post("demo", full(SESSION, 3));
        BufferedReader watch = watch(hub, "resourceVersion=50001");
        relisted(hub, 50_010, List.of("pod-00000"), pod("default", "new", 50_007));
        assertThat(next(watch, 2)).containsExactly("ADDED new@50007", "DELETED pod-00000@50010");
    }

    @Test
    void clientWithAVersionFromElsewhereContinuesOnceTheMirrorReachesIt() throws Exception {
        TestingHub hub = hub(SyncMode.ON);
        agent(hub, _ -> version(50_001));
        hub.post("demo", full(SESSION, 3));
        BufferedReader watch = watch(hub, "resourceVersion=50001");
        relisted(hub, 50_001, List.of(), pod("default", "known", 50_001));
        relisted(hub, 50_010, List.of("pod-00000"), pod("default", "new", 50_007));
        assertThat(next(watch, 2)).containsExactly("ADDED new@50007", "DELETED pod-00000@50010");
    }
}
