package main

import (
	"fmt"
	"math/rand"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"
)

var apps = []string{"checkout", "catalog", "payments", "search", "ledger", "gateway", "notifications", "inventory"}

// The newest creation time; older pods are spread over the 30 days before it. Fixed, so that a seed always yields the same cluster.
var newest = time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC)

func newNamespace(name string) *corev1.Namespace {
	return &corev1.Namespace{
		ObjectMeta: metav1.ObjectMeta{
			Name: name, UID: types.UID("0b0e7000-0000-4000-8000-" + fmt.Sprintf("%012x", len(name)*7919+int(name[len(name)-1]))),
			CreationTimestamp: metav1.NewTime(newest.AddDate(0, -2, 0)),
			Labels:            map[string]string{"kubernetes.io/metadata.name": name},
		},
		Spec:   corev1.NamespaceSpec{Finalizers: []corev1.FinalizerName{corev1.FinalizerKubernetes}},
		Status: corev1.NamespaceStatus{Phase: corev1.NamespaceActive},
	}
}

// newPod is a running pod of a Deployment with two containers: about 9 KB of JSON, a third of it managedFields.
func newPod(random *rand.Rand, i int, namespace string) *corev1.Pod {
	app := apps[random.Intn(len(apps))]
	hash := suffix(random, 10)
	created := metav1.NewTime(newest.Add(-time.Duration(random.Intn(30*24*3600)) * time.Second))
	started := metav1.NewTime(created.Add(4 * time.Second))
	node := fmt.Sprintf("node-%03d.eu-west-1.compute.internal", random.Intn(200))
	ip := fmt.Sprintf("10.%d.%d.%d", random.Intn(250), random.Intn(250), 1+random.Intn(250))
	containers := []corev1.Container{
		container(random, app, 8080, "DATABASE_HOST", "CACHE_HOST", "KAFKA_BROKERS", "TRACE_ENDPOINT"),
		container(random, "proxy", 15090, "POD_NAMESPACE"),
	}
	var statuses []corev1.ContainerStatus
	for _, c := range containers {
		ready := true
		statuses = append(statuses, corev1.ContainerStatus{
			Name: c.Name, Image: c.Image, Ready: true, Started: &ready, RestartCount: int32(random.Intn(3)),
			ImageID:     strings.Split(c.Image, ":")[0] + "@sha256:" + hex(random, 64),
			ContainerID: "containerd://" + hex(random, 64),
			State:       corev1.ContainerState{Running: &corev1.ContainerStateRunning{StartedAt: started}},
		})
	}
	yes, seconds, grace := true, int64(300), int64(30)
	mode := int32(0o644)
	expiry := int64(3607)
	return &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{
			Name: fmt.Sprintf("%s-%s-%05d", app, hash, i), GenerateName: app + "-" + hash + "-", Namespace: namespace,
			UID: types.UID(uuid(random)), CreationTimestamp: created, Generation: 1,
			Labels: map[string]string{
				"app.kubernetes.io/name": app, "app.kubernetes.io/instance": app + "-prod", "app.kubernetes.io/version": "2.14.3",
				"app.kubernetes.io/part-of": "shop", "pod-template-hash": hash, "team": namespace, "tier": "backend",
			},
			Annotations: map[string]string{
				"prometheus.io/scrape": "true", "prometheus.io/port": "9090", "prometheus.io/path": "/metrics",
				"checksum/config":                   hex(random, 64),
				"kubectl.kubernetes.io/restartedAt": created.Format(time.RFC3339),
				"cni.projectcalico.org/podIP":       ip + "/32",
			},
			OwnerReferences: []metav1.OwnerReference{{
				APIVersion: "apps/v1", Kind: "ReplicaSet", Name: app + "-" + hash, UID: types.UID(uuid(random)),
				Controller: &yes, BlockOwnerDeletion: &yes,
			}},
			ManagedFields: managedFields(containers, created, started),
		},
		Spec: corev1.PodSpec{
			Containers: containers, NodeName: node, RestartPolicy: corev1.RestartPolicyAlways,
			DNSPolicy: corev1.DNSClusterFirst, ServiceAccountName: app, DeprecatedServiceAccount: app,
			SchedulerName: "default-scheduler", TerminationGracePeriodSeconds: &grace, EnableServiceLinks: &yes,
			SecurityContext: &corev1.PodSecurityContext{RunAsNonRoot: &yes},
			Tolerations: []corev1.Toleration{
				{Key: "node.kubernetes.io/not-ready", Operator: "Exists", Effect: "NoExecute", TolerationSeconds: &seconds},
				{Key: "node.kubernetes.io/unreachable", Operator: "Exists", Effect: "NoExecute", TolerationSeconds: &seconds},
			},
			Volumes: []corev1.Volume{
				{Name: "config", VolumeSource: corev1.VolumeSource{ConfigMap: &corev1.ConfigMapVolumeSource{
					LocalObjectReference: corev1.LocalObjectReference{Name: app + "-config"}, DefaultMode: &mode}}},
				{Name: "kube-api-access", VolumeSource: corev1.VolumeSource{Projected: &corev1.ProjectedVolumeSource{
					DefaultMode: &mode, Sources: []corev1.VolumeProjection{
						{ServiceAccountToken: &corev1.ServiceAccountTokenProjection{ExpirationSeconds: &expiry, Path: "token"}},
						{ConfigMap: &corev1.ConfigMapProjection{
							LocalObjectReference: corev1.LocalObjectReference{Name: "kube-root-ca.crt"},
							Items:                []corev1.KeyToPath{{Key: "ca.crt", Path: "ca.crt"}}}},
					}}}},
			},
		},
		Status: corev1.PodStatus{
			Phase: corev1.PodRunning, QOSClass: corev1.PodQOSBurstable, StartTime: &created, HostIP: "10.0.3.17",
			HostIPs: []corev1.HostIP{{IP: "10.0.3.17"}}, PodIP: ip, PodIPs: []corev1.PodIP{{IP: ip}},
			ContainerStatuses: statuses,
			Conditions: []corev1.PodCondition{
				condition("PodReadyToStartContainers", started), condition("Initialized", created), condition("Ready", started),
				condition("ContainersReady", started), condition("PodScheduled", created),
			},
		},
	}
}

func container(random *rand.Rand, name string, port int32, env ...string) corev1.Container {
	probe := func(path string) *corev1.Probe {
		return &corev1.Probe{
			ProbeHandler:   corev1.ProbeHandler{HTTPGet: &corev1.HTTPGetAction{Path: path, Port: intstr.FromInt32(port), Scheme: "HTTP"}},
			TimeoutSeconds: 2, PeriodSeconds: 10, SuccessThreshold: 1, FailureThreshold: 3,
		}
	}
	no := false
	c := corev1.Container{
		Name: name, Image: fmt.Sprintf("registry.example.com/shop/%s:2.14.%d", name, random.Intn(20)),
		ImagePullPolicy: corev1.PullIfNotPresent, TerminationMessagePath: "/dev/termination-log", TerminationMessagePolicy: "File",
		Ports: []corev1.ContainerPort{{Name: "http", ContainerPort: port, Protocol: "TCP"}},
		Args:  []string{"--config=/etc/" + name + "/config.yaml", "--log-level=info"},
		Resources: corev1.ResourceRequirements{
			Requests: corev1.ResourceList{"cpu": resource.MustParse("250m"), "memory": resource.MustParse("256Mi")},
			Limits:   corev1.ResourceList{"memory": resource.MustParse("512Mi")},
		},
		VolumeMounts: []corev1.VolumeMount{
			{Name: "config", MountPath: "/etc/" + name, ReadOnly: true},
			{Name: "kube-api-access", MountPath: "/var/run/secrets/kubernetes.io/serviceaccount", ReadOnly: true},
		},
		ReadinessProbe:  probe("/readyz"),
		SecurityContext: &corev1.SecurityContext{AllowPrivilegeEscalation: &no},
	}
	if len(env) > 1 { // a sidecar has one variable and no liveness probe
		c.LivenessProbe = probe("/healthz")
	}
	for _, key := range env {
		c.Env = append(c.Env, corev1.EnvVar{Name: key, Value: strings.ToLower(key) + "." + suffix(random, 6) + ".svc.cluster.local"})
	}
	return c
}

func condition(kind corev1.PodConditionType, at metav1.Time) corev1.PodCondition {
	return corev1.PodCondition{Type: kind, Status: corev1.ConditionTrue, LastTransitionTime: at, ObservedGeneration: 1}
}

func suffix(random *rand.Rand, length int) string {
	return pick(random, "bcdfghjklmnpqrstvwxz2456789", length)
}
func hex(random *rand.Rand, length int) string { return pick(random, "0123456789abcdef", length) }

func pick(random *rand.Rand, alphabet string, length int) string {
	text := make([]byte, length)
	for i := range text {
		text[i] = alphabet[random.Intn(len(alphabet))]
	}
	return string(text)
}

func uuid(random *rand.Rand) string {
	return fmt.Sprintf("%s-%s-4%s-8%s-%s", hex(random, 8), hex(random, 4), hex(random, 3), hex(random, 3), hex(random, 12))
}
