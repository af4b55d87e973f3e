package io.livekube.protocol;

import io.livekube.core.model.KubeObject;
import java.util.Random;
import java.util.UUID;

/// A realistic pod of about 4 KB whose state can be advanced.
public final class TestingPod {
    private final Random random;
    private final String namespace;
    private final String name;
    private final String app;
    private final String uid;
    private final String node;
    private final String address;
    private String phase = "Pending";
    private int restarts;
    private String containerId = "";
    private String changed = "2026-03-01T10:00:00Z";

    public TestingPod(String namespace, String app, Random random) {
        this.random = random;
        this.namespace = namespace;
        this.app = app;
        this.name =
                "%s-%08x-%s".formatted(app, app.hashCode(), Integer.toString(random.nextInt(36 * 36 * 36 * 36), 36));
        this.uid = new UUID(random.nextLong(), random.nextLong()).toString();
        this.node = "node-" + random.nextInt(50);
        this.address = "10.%d.%d.%d".formatted(random.nextInt(256), random.nextInt(256), random.nextInt(256));
    }

    /// The kubelet's next status: running, or restarted with a different container.
    public TestingPod goOn() {
        restarts = phase.equals("Running") ? restarts + 1 : 0;
        phase = "Running";
        containerId = "containerd://%016x%016x%016x%016x"
                .formatted(random.nextLong(), random.nextLong(), random.nextLong(), random.nextLong());
        changed = "2026-03-01T1%d:%02d:%02dZ".formatted(random.nextInt(10), random.nextInt(60), random.nextInt(60));
        return this;
    }

    public KubeObject at(TestingEnd end, long version) {
        return end.object(TestingEnd.PODS, json(version));
    }

    public String json(long version) {
        boolean running = phase.equals("Running");
        return """
                {"metadata":{"name":"%s","generateName":"%s-","namespace":"%s","uid":"%s","resourceVersion":"%d","creationTimestamp":"2026-03-01T09:59:58Z","labels":{"app":"%s","app.kubernetes.io/name":"%s","app.kubernetes.io/part-of":"shop","pod-template-hash":"%08x"},"annotations":{"prometheus.io/port":"9090","prometheus.io/scrape":"true"},"ownerReferences":[{"apiVersion":"apps/v1","kind":"ReplicaSet","name":"%s-%08x","uid":"%s","controller":true,"blockOwnerDeletion":true}]},"spec":{"volumes":[{"name":"kube-api-access","projected":{"sources":[{"serviceAccountToken":{"expirationSeconds":3607,"path":"token"}},{"configMap":{"name":"kube-root-ca.crt","items":[{"key":"ca.crt","path":"ca.crt"}]}},{"downwardAPI":{"items":[{"path":"namespace","fieldRef":{"apiVersion":"v1","fieldPath":"metadata.namespace"}}]}}],"defaultMode":420}},{"name":"config","configMap":{"name":"%s-config","defaultMode":420}}],"containers":[{"name":"%s","image":"registry.example.com/shop/%s:v1.%d.0","args":["--listen=:8080","--metrics=:9090","--log=json"],"ports":[{"name":"http","containerPort":8080,"protocol":"TCP"},{"name":"metrics","containerPort":9090,"protocol":"TCP"}],"env":[{"name":"POD_NAME","valueFrom":{"fieldRef":{"apiVersion":"v1","fieldPath":"metadata.name"}}},{"name":"REGION","value":"eu-central-1"}],"resources":{"limits":{"cpu":"500m","memory":"512Mi"},"requests":{"cpu":"100m","memory":"256Mi"}},"volumeMounts":[{"name":"config","mountPath":"/etc/%s"},{"name":"kube-api-access","readOnly":true,"mountPath":"/var/run/secrets/kubernetes.io/serviceaccount"}],"livenessProbe":{"httpGet":{"path":"/healthz","port":"http","scheme":"HTTP"},"initialDelaySeconds":10,"timeoutSeconds":1,"periodSeconds":10,"successThreshold":1,"failureThreshold":3},"readinessProbe":{"httpGet":{"path":"/readyz","port":"http","scheme":"HTTP"},"timeoutSeconds":1,"periodSeconds":5,"successThreshold":1,"failureThreshold":3},"terminationMessagePath":"/dev/termination-log","terminationMessagePolicy":"File","imagePullPolicy":"IfNotPresent","securityContext":{"capabilities":{"drop":["ALL"]},"runAsNonRoot":true,"readOnlyRootFilesystem":true,"allowPrivilegeEscalation":false}}],"restartPolicy":"Always","terminationGracePeriodSeconds":30,"dnsPolicy":"ClusterFirst","serviceAccountName":"%s","serviceAccount":"%s","nodeName":"%s","securityContext":{"seccompProfile":{"type":"RuntimeDefault"}},"schedulerName":"default-scheduler","tolerations":[{"key":"node.kubernetes.io/not-ready","operator":"Exists","effect":"NoExecute","tolerationSeconds":300},{"key":"node.kubernetes.io/unreachable","operator":"Exists","effect":"NoExecute","tolerationSeconds":300}],"priority":0,"enableServiceLinks":true,"preemptionPolicy":"PreemptLowerPriority"},"status":{"observedGeneration":1,"phase":"%s","conditions":[{"type":"PodReadyToStartContainers","observedGeneration":1,"status":"%s","lastProbeTime":null,"lastTransitionTime":"%s"},{"type":"Initialized","observedGeneration":1,"status":"True","lastProbeTime":null,"lastTransitionTime":"2026-03-01T10:00:00Z"},{"type":"Ready","observedGeneration":1,"status":"%s","lastProbeTime":null,"lastTransitionTime":"%s"},{"type":"ContainersReady","observedGeneration":1,"status":"%s","lastProbeTime":null,"lastTransitionTime":"%s"},{"type":"PodScheduled","observedGeneration":1,"status":"True","lastProbeTime":null,"lastTransitionTime":"2026-03-01T10:00:00Z"}],"hostIP":"172.18.0.7","hostIPs":[{"ip":"172.18.0.7"}],"podIP":"%s","podIPs":[{"ip":"%s"}],"startTime":"2026-03-01T10:00:00Z","containerStatuses":[{"name":"%s","state":{%s},"lastState":{},"ready":%s,"restartCount":%d,"image":"registry.example.com/shop/%s:v1.%d.0","imageID":"registry.example.com/shop/%s@sha256:%064x","containerID":"%s","started":%s}],"qosClass":"Burstable"}}""".formatted(
                        name,
                        app,
                        namespace,
                        uid,
                        version,
                        app,
                        app,
                        app.hashCode(),
                        app,
                        app.hashCode(),
                        uid,
                        app,
                        app,
                        app,
                        app.length(),
                        app,
                        app,
                        app,
                        node,
                        phase,
                        running ? "True" : "False",
                        changed,
                        running ? "True" : "False",
                        changed,
                        running ? "True" : "False",
                        changed,
                        address,
                        address,
                        app,
                        running
                                ? "\"running\":{\"startedAt\":\"%s\"}".formatted(changed)
                                : "\"waiting\":{\"reason\":\"ContainerCreating\"}",
                        running,
                        restarts,
                        app,
                        app.length(),
                        app,
                        app.hashCode(),
                        containerId,
                        running);
    }
}
