package io.livekube.hub.problem;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.livekube.core.model.Resource;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Problems detected in objects.
class ProblemsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Instant MADE = Instant.parse("2026-11-15T12:00:00Z");
    private static final Resource PODS = Resource.core("v1", "pods");

    private static Optional<Problem> judge(Resource resource, String json) {
        try {
            return Problems.of(resource, JSON.readTree(json.replace('\'', '"')));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static String reason(Resource resource, String json) {
        return judge(resource, json)
                .filter(problem -> problem.countsAt(MADE.plus(Duration.ofHours(1))))
                .map(problem -> problem.severity() + " " + problem.reason())
                .orElse("");
    }

    private static String pod(String status) {
        return "{'metadata':{'creationTimestamp':'%s'},'status':%s}".formatted(MADE, status);
    }

    @ParameterizedTest
    @CsvSource({"CrashLoopBackOff", "ImagePullBackOff", "ErrImagePull", "InvalidImageName", "CreateContainerConfigError"
    })
    void containerThatCanNotStartIsAnError(String why) {
        assertThat(reason(PODS, pod("""
                {'phase':'Running','containerStatuses':[{'name':'web','state':{'waiting':{'reason':'%s'}}}]}""".formatted(why)))).isEqualTo("error " + why);
    }

    @Test
    void containerBeingCreatedIsNotAProblem() {
        assertThat(reason(PODS, pod("""
                {'phase':'Running','containerStatuses':[{'name':'web','state':{'waiting':{'reason':'ContainerCreating'}}}]}"""))).isEmpty();
    }

    @Test
    void oomKilledContainerIsAnError() {
        assertThat(reason(PODS, pod("""
                {'phase':'Running','containerStatuses':[{'name':'web','state':{'terminated':{'reason':'OOMKilled',\
                'exitCode':137}}}]}"""))).isEqualTo("error OOMKilled");
    }

    @Test
    void failedPodStatesTheReason() {
        assertThat(reason(PODS, pod("{'phase':'Failed','reason':'Evicted','message':'low on disk'}")))
                .isEqualTo("error Evicted");
        assertThat(reason(PODS, pod("{'phase':'Failed'}"))).isEqualTo("error Failed");
        assertThat(reason(PODS, pod("{'phase':'Succeeded'}"))).isEmpty();
    }

    @Test
    void unschedulablePodIsAnErrorImmediately() {
        String status = """
                {'phase':'Pending','conditions':[{'type':'PodScheduled','status':'False','reason':'Unschedulable',\
                'message':'0/3 nodes'}]}""";
        assertThat(judge(PODS, pod(status))).hasValueSatisfying(problem -> {
            assertThat(problem.countsAt(MADE)).isTrue();
            assertThat(problem.reason()).isEqualTo("Unschedulable");
            assertThat(problem.message()).isEqualTo("0/3 nodes");
        });
        assertThat(reason(PODS, pod(status.replace("'Unschedulable'", "'SchedulingGated'"))))
                .isEmpty();
    }

    @Test
    void pendingPodBecomesAProblemAfterTwoMinutesAndSaysWhenToCheckAgain() {
        assertThat(judge(PODS, pod("{'phase':'Pending'}"))).hasValueSatisfying(problem -> {
            assertThat(problem.severity()).isEqualTo(Problem.Severity.WARNING);
            assertThat(problem.from()).isEqualTo(MADE.plusSeconds(120));
            assertThat(problem.countsAt(MADE.plusSeconds(119))).isFalse();
            assertThat(problem.countsAt(MADE.plusSeconds(120))).isTrue();
        });
    }

    @Test
    void unreadyPodBecomesAProblemAfterFiveMinutes() {
        String status = """
                {'phase':'Running','conditions':[{'type':'Ready','status':'False','reason':'ContainersNotReady',\
                'lastTransitionTime':'%s'}]}""".formatted(MADE);
        assertThat(judge(PODS, pod(status)).map(Problem::from)).hasValue(MADE.plusSeconds(300));
        assertThat(reason(PODS, pod(status))).isEqualTo("warning NotReady");
    }

    @Test
    void terminatingPodIsNotAProblem() {
        assertThat(reason(PODS, """
                {'metadata':{'deletionTimestamp':'2026-11-15T12:00:00Z'},'status':{'phase':'Failed'}}""")).isEmpty();
    }

    @Test
    void nodesAreJudgedByTheirConditionsAndSchedulability() {
        Resource nodes = Resource.core("v1", "nodes");
        String conditions = "{'status':{'conditions':[{'type':'Ready','status':'%s'},{'type':'%s','status':'True'}]}}";
        assertThat(reason(nodes, conditions.formatted("False", "Other"))).isEqualTo("error NotReady");
        assertThat(reason(nodes, conditions.formatted("Unknown", "Other"))).isEqualTo("error NotReady");
        assertThat(reason(nodes, conditions.formatted("True", "DiskPressure"))).isEqualTo("warning DiskPressure");
        assertThat(reason(nodes, conditions.formatted("True", "Other"))).isEmpty();
        assertThat(reason(nodes, """
                {'spec':{'unschedulable':true},'status':{'conditions':[{'type':'Ready','status':'True'}]}}""")).isEqualTo("warning SchedulingDisabled");
        assertThat(reason(nodes, pod("{}"))).isEqualTo("warning Unknown");
    }

    @Test
    void workloadsAreJudgedByTheirMissingReplicas() {
        Resource deployments = new Resource("apps", "v1", "deployments");
        assertThat(reason(deployments, "{'spec':{'replicas':3},'status':{'replicas':3,'readyReplicas':2}}"))
                .isEqualTo("warning Unavailable");
        assertThat(reason(deployments, "{'spec':{'replicas':3},'status':{'replicas':3,'unavailableReplicas':3}}"))
                .isEqualTo("error Unavailable");
        assertThat(reason(
                        deployments,
                        "{'spec':{'replicas':3},'status':{'replicas':4,'readyReplicas':3,'unavailableReplicas':1}}"))
                .isEmpty();
        assertThat(reason(deployments, """
                {'status':{'conditions':[{'type':'Progressing','status':'False','reason':'ProgressDeadlineExceeded'}]}}""")).isEqualTo("error ProgressDeadlineExceeded");
        assertThat(reason(
                        new Resource("apps", "v1", "statefulsets"),
                        "{'spec':{'replicas':2},'status':{'readyReplicas':1}}"))
                .isEqualTo("warning Unavailable");
        assertThat(reason(
                        new Resource("apps", "v1", "daemonsets"),
                        "{'status':{'numberReady':4,'desiredNumberScheduled':5}}"))
                .isEqualTo("warning Unavailable");
        assertThat(
                        reason(
                                new Resource("batch", "v1", "jobs"),
                                "{'status':{'conditions':[{'type':'Failed','status':'True','reason':'BackoffLimitExceeded'}]}}"))
                .isEqualTo("error Failed");
    }

    @Test
    void claimsAreJudgedByTheirPhase() {
        Resource claims = Resource.core("v1", "persistentvolumeclaims");
        assertThat(reason(claims, "{'status':{'phase':'Lost'}}")).isEqualTo("error Lost");
        assertThat(reason(claims, pod("{'phase':'Pending'}"))).isEqualTo("warning Pending");
        assertThat(reason(claims, pod("{'phase':'Bound'}"))).isEmpty();
    }

    @Test
    void otherKindsAreJudgedByTheirReadyCondition() {
        Resource certificates = new Resource("cert-manager.io", "v1", "certificates");
        assertThat(reason(
                        certificates,
                        "{'status':{'conditions':[{'type':'Ready','status':'False','reason':'Expired'}]}}"))
                .isEqualTo("warning Expired");
        assertThat(reason(certificates, "{'status':{'conditions':[{'type':'Ready','status':'True'}]}}"))
                .isEmpty();
        assertThat(Problems.possible(Resource.core("v1", "configmaps"))).isFalse();
    }
}
