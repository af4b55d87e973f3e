package io.livekube.hub.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.livekube.apimachinery.table.LiveTable;
import io.livekube.apimachinery.table.TableLayout;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;
import io.livekube.hub.mirror.ClusterMirror;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.hub.problem.Problem;
import io.livekube.hub.search.Hit;
import io.livekube.hub.search.QueryParser;
import io.livekube.hub.search.Search;
import io.livekube.hub.search.SearchIndex;
import io.livekube.hub.table.TableRows;
import io.livekube.hub.view.ObjectViews;
import io.livekube.protocol.Part;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Search, problem counts, rows and tables show the same status word, reason and severity, at every moment.
class AgreementTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Instant CREATED = Instant.parse("2026-11-15T12:00:00Z");

    private static final Map<String, Resource> RESOURCES = Map.ofEntries(
            Map.entry("Pod", Resource.core("v1", "pods")),
            Map.entry("Node", Resource.core("v1", "nodes")),
            Map.entry("PersistentVolumeClaim", Resource.core("v1", "persistentvolumeclaims")),
            Map.entry("PersistentVolume", Resource.core("v1", "persistentvolumes")),
            Map.entry("ConfigMap", Resource.core("v1", "configmaps")),
            Map.entry("Service", Resource.core("v1", "services")),
            Map.entry("Namespace", Resource.core("v1", "namespaces")),
            Map.entry("Event", Resource.core("v1", "events")),
            Map.entry("Deployment", new Resource("apps", "v1", "deployments")),
            Map.entry("StatefulSet", new Resource("apps", "v1", "statefulsets")),
            Map.entry("DaemonSet", new Resource("apps", "v1", "daemonsets")),
            Map.entry("ReplicaSet", new Resource("apps", "v1", "replicasets")),
            Map.entry("Job", new Resource("batch", "v1", "jobs")),
            Map.entry("Certificate", new Resource("cert-manager.io", "v1", "certificates")));

    /// What one part of the hub shows.
    private record Shown(Optional<String> status, String problem) {}

    private final ObjectViews views = new ObjectViews();
    private final AtomicReference<Instant> now = new AtomicReference<>(CREATED);

    // Columns: kind; the object's content; status word; the table's column with it; problem; seconds until it counts.
    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "Pod | 'status':{'phase':'Running'} | Running | Status | `` | 0",
                "Pod | 'status':{'phase':'Running','containerStatuses':[{'name':'c','state':{'waiting':{'reason':'CrashLoopBackOff'}}}]} | CrashLoopBackOff | Status | error CrashLoopBackOff | 0",
                "Pod | 'spec':{'initContainers':[{'name':'i'}]},'status':{'phase':'Pending','initContainerStatuses':[{'name':'i','state':{'waiting':{'reason':'ErrImagePull'}}}]} | Init:ErrImagePull | Status | error ErrImagePull | 0",
                "Pod | 'status':{'phase':'Running','containerStatuses':[{'name':'c','state':{'terminated':{'exitCode':137,'reason':'OOMKilled'}}}]} | OOMKilled | Status | error OOMKilled | 0",
                "Pod | 'status':{'phase':'Running','containerStatuses':[{'name':'c','state':{'terminated':{'exitCode':3}}}]} | ExitCode:3 | Status | error ExitCode:3 | 0",
                "Pod | 'status':{'phase':'Running','containerStatuses':[{'name':'c','state':{'terminated':{'exitCode':137,'signal':9}}}]} | Signal:9 | Status | error Signal:9 | 0",
                "Pod | 'status':{'phase':'Failed','reason':'Evicted'} | Evicted | Status | error Evicted | 0",
                "Pod | 'status':{'phase':'Succeeded'} | Succeeded | Status | `` | 0",
                "Pod | 'status':{'phase':'Pending'} | Pending | Status | warning Pending | 120",
                "Pod | 'status':{'phase':'Pending','conditions':[{'type':'PodScheduled','status':'False','reason':'Unschedulable'}]} | Pending | Status | error Unschedulable | 0",
                "Pod | 'status':{'phase':'Pending','conditions':[{'type':'PodScheduled','status':'False','reason':'SchedulingGated'}]} | SchedulingGated | Status | `` | 0",
                "Pod | 'status':{'phase':'Running','conditions':[{'type':'Ready','status':'False','lastTransitionTime':'2026-11-15T12:00:10Z'}]} | Running | Status | warning NotReady | 310",
                "Node | 'status':{'conditions':[{'type':'Ready','status':'True'}]} | Ready | Status | `` | 0",
                "Node | 'status':{'conditions':[{'type':'Ready','status':'False'}]} | NotReady | Status | error NotReady | 0",
                "Node | 'status':{'conditions':[{'type':'Ready','status':'Unknown'}]} | NotReady | Status | error NotReady | 0",
                "Node | 'status':{} | Unknown | Status | warning Unknown | 120",
                "Node | 'spec':{'unschedulable':true},'status':{'conditions':[{'type':'Ready','status':'True'}]} | Ready,SchedulingDisabled | Status | warning SchedulingDisabled | 0",
                "Node | 'status':{'conditions':[{'type':'DiskPressure','status':'True'},{'type':'Ready','status':'True'}]} | Ready | Status | warning DiskPressure | 0",
                "Deployment | 'spec':{'replicas':3},'status':{'readyReplicas':3,'replicas':4,'unavailableReplicas':1} | 3/3 | Ready | `` | 0",
                "Deployment | 'spec':{'replicas':3},'status':{'readyReplicas':2} | 2/3 | Ready | warning Unavailable | 0",
                "Deployment | 'spec':{'replicas':3},'status':{'replicas':3} | 0/3 | Ready | error Unavailable | 0",
                "Deployment | 'spec':{'replicas':1},'status':{'readyReplicas':1,'conditions':[{'type':'Progressing','status':'False','reason':'ProgressDeadlineExceeded'}]} | 1/1 | Ready | error ProgressDeadlineExceeded | 0",
                "StatefulSet | 'spec':{'replicas':2},'status':{'readyReplicas':1} | 1/2 | Ready | warning Unavailable | 0",
                "DaemonSet | 'status':{'desiredNumberScheduled':5,'numberReady':4,'numberUnavailable':1} | 4/5 | `` | warning Unavailable | 0",
                "ReplicaSet | 'spec':{'replicas':2},'status':{'readyReplicas':1} | 1/2 | `` | `` | 0",
                "Job | 'status':{'conditions':[{'type':'Failed','status':'True'}]} | Failed | Status | error Failed | 0",
                "PersistentVolumeClaim | 'status':{'phase':'Pending'} | Pending | Status | warning Pending | 120",
                "PersistentVolumeClaim | 'status':{'phase':'Lost'} | Lost | Status | error Lost | 0",
                "PersistentVolumeClaim | 'status':{'phase':'Bound'} | Bound | Status | `` | 0",
                "PersistentVolume | 'status':{'phase':'Failed'} | Failed | Status | error Failed | 0",
                "Certificate | 'status':{'conditions':[{'type':'Ready','status':'False','reason':'Expired'}]} | NotReady | `` | warning Expired | 0",
                "Certificate | 'status':{'conditions':[{'type':'Ready','status':'True'}]} | Ready | `` | `` | 0",
                "Namespace | 'status':{'phase':'Active'} | Active | Status | `` | 0",
                "Event | 'type':'Warning','reason':'Failed','involvedObject':{'kind':'Pod','name':'p'} | Failed | Reason | `` | 0",
                "ConfigMap | 'data':{'a':'b'} | `` | `` | `` | 0",
                "Service | 'spec':{'type':'ClusterIP'} | `` | `` | `` | 0",
                "Pod | 'spec':{'odd':9999},'status':{'phase':'Running'} | <unknown> | Status | warning Unreadable | 0",
            })
    void allPartsAgree(String kind, String content, String status, String column, String problem, long countsAfter)
            throws Exception {
        KindMirror mirror = mirror(kind);
        KubeObject object = publish(mirror, content);
        Instant from = CREATED.plusSeconds(countsAfter);
        List<Instant> moments =
                countsAfter == 0 ? List.of(from) : List.of(from.minusSeconds(1), from, from.plusSeconds(9));
        var counted = new KindProblems(views.of(mirror.resource()));
        counted.catchUp(mirror, CREATED);
        var index = index(mirror);
        for (Instant moment : moments) {
            now.set(moment);
            String expected = moment.isBefore(from) ? "" : problem;
            var shown = new Shown(Optional.of(status), expected);
            assertThat(inSearch(index, mirror)).as("search at %s", moment).isEqualTo(shown);
            assertThat(inRow(mirror, object, column).problem())
                    .as("row at %s", moment)
                    .isEqualTo(expected);
            if (!column.isEmpty()) {
                assertThat(inRow(mirror, object, column))
                        .as("row at %s", moment)
                        .isEqualTo(shown);
                assertThat(inTable(mirror, object, column)).as("table").isEqualTo(status);
            }
            counted.begun(moment);
            assertThat(counted.counts()).as("counts at %s", moment).contains(counts(expected));
        }
    }

    private static KindMirror mirror(String kind) {
        Resource resource = Optional.ofNullable(RESOURCES.get(kind)).orElseThrow();
        return new KindMirror("demo", new Part.Kind(resource, kind, true));
    }

    private static KubeObject publish(KindMirror mirror, String content) throws Exception {
        byte[] json = """
                {'metadata':{'name':'one','namespace':'shop','uid':'0b4f2f5e-0000-4000-8000-000000000001','resourceVersion':'7',\
                'creationTimestamp':'%s'},%s}""".formatted(CREATED, content)
                .replace('\'', '"')
                .replace("9999", "9".repeat(2_000)) // more digits than a parser takes
                .getBytes(StandardCharsets.UTF_8);
        KubeObject object = mirror.decode(json, 0, json.length);
        mirror.publish(mirror.store().snapshot().draft(List.of(object), 7), Map.of(), CREATED);
        return mirror.store().snapshot().get("shop", "one").orElseThrow();
    }

    private Search index(KindMirror mirror) {
        var cluster = new ClusterMirror("demo");
        cluster.add(mirror);
        var index = new SearchIndex(() -> List.of(cluster), views);
        while (!index.catchUp(
                System::nanoTime, System.nanoTime() + Duration.ofSeconds(10).toNanos())) {
            Thread.onSpinWait();
        }
        return new Search(index, System::nanoTime, now::get, new Search.Helpers(Runnable::run, 0, 1));
    }

    private static Shown inSearch(Search search, KindMirror mirror) throws Exception {
        Hit hit =
                search.find(QueryParser.parse("name:one"), _ -> true, 1).hits().getFirst();
        assertThat(hit.kind()).isEqualTo(mirror.kind());
        return new Shown(Optional.of(hit.status().word()), text(hit.status().problem()));
    }

    private Shown inRow(KindMirror mirror, KubeObject object, String column) throws Exception {
        var table = new LiveTable(TableRows.layout(mirror.resource(), Optional.empty()), true);
        Row row = new RowRenderer("demo", views.of(mirror.resource()), table, false).row(object, now.get());
        JsonNode shown = JSON.readTree(row.json()).path("problem");
        assertThat(text(row.problem()))
                .isEqualTo((shown.path("severity").asText() + " "
                                + shown.path("reason").asText())
                        .strip());
        int place = table.column(column);
        return new Shown(
                place < 0
                        ? Optional.empty()
                        : Optional.of(row.cells().get(place).asText()),
                text(row.problem()));
    }

    private String inTable(KindMirror mirror, KubeObject object, String column) throws Exception {
        TableLayout layout = TableRows.layout(mirror.resource(), Optional.empty());
        JsonNode row = JSON.readTree(new TableRows(layout, "v1", TableRows.Include.NONE).row(object, now.get()));
        return row.path("cells")
                .path(new LiveTable(layout, true).column(column))
                .asText();
    }

    private static String text(Optional<Problem> problem) {
        return problem.map(known -> known.severity() + " " + known.reason()).orElse("");
    }

    private static ProblemTracker.Counts counts(String problem) {
        return new ProblemTracker.Counts(problem.startsWith("error") ? 1 : 0, problem.startsWith("warning") ? 1 : 0);
    }
}
