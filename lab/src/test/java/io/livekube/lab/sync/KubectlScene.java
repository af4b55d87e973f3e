package io.livekube.lab.sync;

import io.livekube.testkit.controlplane.ControlPlane;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A namespace with objects of every kind, and with pods in all states that have a display of their own.
record KubectlScene(ControlPlane plane, String namespace) {
    private static final String OBJECTS = """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: web, labels: {app: web}}
            spec:
              replicas: 2
              selector: {matchLabels: {app: web}, matchExpressions: [{key: tier, operator: In, values: [b, a]}]}
              template:
                metadata: {labels: {app: web, tier: a}}
                spec:
                  containers: [{name: main, image: "example.org/web:1"}, {name: proxy, image: "example.org/proxy:2"}]
            ---
            apiVersion: apps/v1
            kind: StatefulSet
            metadata: {name: db}
            spec:
              serviceName: db
              selector: {matchLabels: {app: db}}
              template: {metadata: {labels: {app: db}}, spec: {containers: [{name: db, image: "example.org/db:1"}]}}
            ---
            apiVersion: apps/v1
            kind: DaemonSet
            metadata: {name: every-node}
            spec:
              selector: {matchLabels: {app: every}}
              template:
                metadata: {labels: {app: every}}
                spec: {nodeSelector: {disk: ssd}, containers: [{name: main, image: "example.org/every:1"}]}
            ---
            apiVersion: batch/v1
            kind: Job
            metadata: {name: once}
            spec:
              completions: 3
              parallelism: 2
              template: {spec: {restartPolicy: Never, containers: [{name: main, image: "example.org/once:1"}]}}
            ---
            apiVersion: batch/v1
            kind: Job
            metadata: {name: held}
            spec:
              suspend: true
              template: {spec: {restartPolicy: Never, containers: [{name: main, image: "example.org/held:1"}]}}
            ---
            apiVersion: batch/v1
            kind: CronJob
            metadata: {name: nightly}
            spec:
              schedule: "0 3 * * *"
              timeZone: Europe/Berlin
              suspend: true
              jobTemplate:
                spec:
                  template: {spec: {restartPolicy: Never, containers: [{name: main, image: "example.org/n:1"}]}}
            ---
            apiVersion: v1
            kind: Service
            metadata: {name: web}
            spec: {type: NodePort, selector: {app: web}, ports: [{name: http, port: 80}, {name: s, port: 443}]}
            ---
            apiVersion: v1
            kind: Service
            metadata: {name: headless}
            spec: {clusterIP: None, selector: {app: web, tier: a}, ports: [{name: a, port: 1}]}
            ---
            apiVersion: v1
            kind: Service
            metadata: {name: balanced}
            spec: {type: LoadBalancer, externalIPs: [192.0.2.7], ports: [{port: 53, protocol: UDP}]}
            ---
            apiVersion: v1
            kind: Service
            metadata: {name: pending}
            spec: {type: LoadBalancer, ports: [{port: 53}]}
            ---
            apiVersion: v1
            kind: Service
            metadata: {name: elsewhere}
            spec: {type: ExternalName, externalName: example.org}
            ---
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: settings}
            data: {a: "1", b: "2"}
            binaryData: {c: AAAA}
            ---
            apiVersion: v1
            kind: PersistentVolumeClaim
            metadata: {name: disk}
            spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}, storageClassName: manual}
            ---
            apiVersion: v1
            kind: PersistentVolumeClaim
            metadata: {name: waiting}
            spec: {accessModes: [ReadWriteMany], resources: {requests: {storage: 1Gi}}, storageClassName: none}
            ---
            apiVersion: v1
            kind: PersistentVolume
            metadata: {name: "NAMESPACE-volume"}
            spec:
              capacity: {storage: 2Gi}
              accessModes: [ReadWriteOnce, ReadOnlyMany]
              storageClassName: manual
              claimRef: {namespace: "NAMESPACE", name: disk}
              hostPath: {path: /nowhere}
            ---
            apiVersion: networking.k8s.io/v1
            kind: Ingress
            metadata: {name: many-hosts}
            spec:
              ingressClassName: outer
              tls: [{hosts: [a.example.org]}]
              rules: [{host: a.example.org}, {host: b.example.org}, {host: c.example.org}, {host: d.example.org}]
            ---
            apiVersion: networking.k8s.io/v1
            kind: Ingress
            metadata: {name: no-host}
            spec: {defaultBackend: {service: {name: web, port: {number: 80}}}}
            ---
            apiVersion: autoscaling/v2
            kind: HorizontalPodAutoscaler
            metadata: {name: web}
            spec:
              maxReplicas: 5
              scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: nothing}
              metrics:
              - {type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 70}}}
              - {type: Pods, pods: {metric: {name: rate}, target: {type: AverageValue, averageValue: 1500m}}}
              - {type: Resource, resource: {name: memory, target: {type: AverageValue, averageValue: 1Gi}}}
            ---
            apiVersion: kubectl.example.org/v1
            kind: Gadget
            metadata: {name: full}
            spec: {size: 3, share: 0.5, on: true, owner: me, since: "2020-01-01T00:00:00Z", list: [x, y], map: {a: 1}}
            status: {conditions: [{type: Other, status: "False"}, {type: Ready, status: "True"}]}
            ---
            apiVersion: kubectl.example.org/v1
            kind: Gadget
            metadata: {name: empty}
            ---
            apiVersion: kubectl.example.org/v1
            kind: Plain
            metadata: {name: "NAMESPACE-plain"}
            """;

    private static final String DEFINITIONS = """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: gadgets.kubectl.example.org}
            spec:
              group: kubectl.example.org
              scope: Namespaced
              names: {plural: gadgets, singular: gadget, kind: Gadget, shortNames: [gd], categories: [all]}
              versions:
              - name: v1
                served: true
                storage: true
                schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
                additionalPrinterColumns:
                - {name: Size, type: integer, jsonPath: .spec.size}
                - {name: Share, type: number, jsonPath: .spec.share}
                - {name: "On", type: boolean, jsonPath: .spec.on}
                - {name: Owner, type: string, jsonPath: .spec.owner}
                - {name: Ready, type: string, jsonPath: '.status.conditions[?(@.type=="Ready")].status'}
                - {name: Since, type: date, jsonPath: .spec.since}
                - {name: SizeText, type: string, jsonPath: .spec.size, priority: 1}
                - {name: Second, type: string, jsonPath: '.spec.list[1]', priority: 1}
                - {name: List, type: string, jsonPath: .spec.list, priority: 1}
                - {name: Map, type: string, jsonPath: .spec.map, priority: 1}
            ---
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: plains.kubectl.example.org}
            spec:
              group: kubectl.example.org
              scope: Cluster
              names: {plural: plains, singular: plain, kind: Plain}
              versions:
              - name: v1
                served: true
                storage: true
                schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
            """;

    /// Creates unschedulable pods with the status that a kubelet would set.
    private static final Map<String, String> STATES = Map.of(
            "crashing", """
            {"phase":"Running","containerStatuses":[%s"restartCount":7,"ready":false,
            "state":{"waiting":{"reason":"CrashLoopBackOff"}},
            "lastState":{"terminated":{"exitCode":1,"finishedAt":"2026-01-01T00:00:00Z"}}}]}""",
            "no-image", """
            {"phase":"Pending","containerStatuses":[%s"restartCount":0,"ready":false,
            "state":{"waiting":{"reason":"ImagePullBackOff"}}}]}""",
            "failed", """
            {"phase":"Failed","containerStatuses":[%s"restartCount":0,"ready":false,
            "state":{"terminated":{"exitCode":137,"signal":9}}}]}""",
            "completed", """
            {"phase":"Succeeded","containerStatuses":[%s"restartCount":0,"ready":false,
            "state":{"terminated":{"exitCode":0,"reason":"Completed"}}}]}""",
            "evicted", """
            {"phase":"Failed","reason":"Evicted"}""",
            "up", """
            {"phase":"Running","podIP":"192.0.2.9","podIPs":[{"ip":"192.0.2.9"}],"containerStatuses":[%s
            "restartCount":1,"ready":true,"state":{"running":{"startedAt":"2026-01-01T00:00:00Z"}}}],
            "conditions":[{"type":"Ready","status":"True"},{"type":"example.org/gate","status":"True"}]}""",
            "init-failed", """
            {"phase":"Pending","initContainerStatuses":[{"name":"first","image":"i","imageID":"",
            "restartCount":2,"ready":false,"state":{"terminated":{"exitCode":3}}}]}""",
            "init-running", """
            {"phase":"Pending","initContainerStatuses":[{"name":"first","image":"i","imageID":"","restartCount":0,
            "ready":true,"state":{"terminated":{"exitCode":0}}},{"name":"side","image":"i","imageID":"",
            "restartCount":0,"ready":false,"state":{"running":{}}}]}""",
            "sidecar", """
            {"phase":"Running","initContainerStatuses":[{"name":"first","image":"i","imageID":"","restartCount":4,
            "ready":true,"state":{"terminated":{"exitCode":0}}},{"name":"side","image":"i","imageID":"",
            "restartCount":1,"ready":true,"started":true,"state":{"running":{}}}],"containerStatuses":[%s
            "restartCount":0,"ready":true,"state":{"running":{}}}]}""");

    static KubectlScene in(ControlPlane plane, String namespace) {
        plane.apply("{apiVersion: v1, kind: Namespace, metadata: {name: %s}}".formatted(namespace))
                .outOrThrow();
        plane.apply(DEFINITIONS).outOrThrow();
        plane.kubectl("wait", "--for=condition=Established", "crd", "--all", "--timeout=120s")
                .outOrThrow();
        plane.kubectl("wait", "--for=create", "serviceaccount/default", "-n", namespace, "--timeout=120s")
                .outOrThrow();
        apply(plane, namespace);
        plane.kubectl(
                        "patch",
                        "service",
                        "balanced",
                        "-n",
                        namespace,
                        "--subresource=status",
                        "--type=merge",
                        "-p",
                        """
                        {"status":{"loadBalancer":{"ingress":[{"ip":"192.0.2.2"},{"hostname":"lb.example.org"}]}}}""")
                .outOrThrow();
        STATES.forEach((name, status) -> tell(plane, namespace, name, status));
        return new KubectlScene(plane, namespace);
    }

    private static void apply(ControlPlane plane, String namespace) {
        String pods = STATES.keySet().stream().map("""
                apiVersion: v1
                kind: Pod
                metadata: {name: "%s"}
                spec:
                  nodeSelector: {no: such-node}
                  readinessGates: [{conditionType: example.org/gate}]
                  initContainers: [{name: first, image: i}, {name: side, image: i, restartPolicy: Always}]
                  containers: [{name: main, image: i}]
                """::formatted).collect(Collectors.joining("---\n"));
        String all = Stream.of((OBJECTS.replace("NAMESPACE", namespace) + "---\n" + pods).split("---\n"))
                .map(object -> object.contains("kind: PersistentVolume\n") || object.contains("kind: Plain\n")
                        ? object
                        : object.replaceFirst("metadata: \\{", "metadata: {namespace: %s, ".formatted(namespace)))
                .collect(Collectors.joining("---\n"));
        plane.apply(all).outOrThrow();
    }

    private static void tell(ControlPlane plane, String namespace, String name, String status) {
        plane.kubectl(
                        "patch",
                        "pod",
                        name,
                        "-n",
                        namespace,
                        "--subresource=status",
                        "--type=merge",
                        "-p",
                        "{\"status\":" + status.replace("%s", "{\"name\":\"main\",\"image\":\"i\",\"imageID\":\"\",")
                                + "}")
                .outOrThrow();
    }
}
