package main

import (
	"encoding/json"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type tree map[string]any

// managedFields are like those of a real pod: the controller manager owns the template's fields, the kubelet the status.
func managedFields(containers []corev1.Container, created, started metav1.Time) []metav1.ManagedFieldsEntry {
	spec, statuses := tree{}, tree{".": tree{}}
	for _, c := range containers {
		spec[`k:{"name":"`+c.Name+`"}`] = containerFields(c)
	}
	for _, kind := range []string{"PodReadyToStartContainers", "ContainersReady", "Initialized", "Ready"} {
		statuses[`k:{"type":"`+kind+`"}`] = leaves(".", "f:lastTransitionTime", "f:observedGeneration", "f:status", "f:type")
	}
	return []metav1.ManagedFieldsEntry{
		entry("kube-controller-manager", "", created, tree{
			"f:metadata": tree{
				"f:annotations": leaves(".", "f:checksum/config", "f:kubectl.kubernetes.io/restartedAt", "f:prometheus.io/path",
					"f:prometheus.io/port", "f:prometheus.io/scrape"),
				"f:generateName": tree{},
				"f:labels": leaves(".", "f:app.kubernetes.io/name", "f:app.kubernetes.io/instance", "f:app.kubernetes.io/part-of",
					"f:app.kubernetes.io/version", "f:pod-template-hash", "f:team", "f:tier"),
				"f:ownerReferences": tree{".": tree{}, `k:{"uid":"owner"}`: tree{}},
			},
			"f:spec": tree{
				"f:containers": spec, "f:dnsPolicy": tree{}, "f:enableServiceLinks": tree{}, "f:restartPolicy": tree{},
				"f:schedulerName": tree{}, "f:securityContext": leaves(".", "f:runAsNonRoot"), "f:serviceAccount": tree{},
				"f:serviceAccountName": tree{}, "f:terminationGracePeriodSeconds": tree{},
				"f:volumes": tree{".": tree{}, `k:{"name":"config"}`: tree{
					".": tree{}, "f:configMap": leaves(".", "f:defaultMode", "f:name"), "f:name": tree{}}},
			},
		}),
		entry("calico", "", created, tree{"f:metadata": tree{"f:annotations": leaves("f:cni.projectcalico.org/podIP")}}),
		entry("kubelet", "status", started, tree{"f:status": tree{
			"f:conditions": statuses, "f:containerStatuses": tree{}, "f:hostIP": tree{}, "f:hostIPs": tree{}, "f:phase": tree{},
			"f:podIP": tree{}, "f:podIPs": tree{".": tree{}, `k:{"ip":"pod"}`: leaves(".", "f:ip")}, "f:startTime": tree{},
		}}),
	}
}

func containerFields(c corev1.Container) tree {
	env := leaves(".")
	for _, e := range c.Env {
		env[`k:{"name":"`+e.Name+`"}`] = leaves(".", "f:name", "f:value")
	}
	probe := tree{".": tree{}, "f:failureThreshold": tree{}, "f:httpGet": leaves(".", "f:path", "f:port", "f:scheme"),
		"f:periodSeconds": tree{}, "f:successThreshold": tree{}, "f:timeoutSeconds": tree{}}
	fields := tree{
		".": tree{}, "f:args": tree{}, "f:env": env, "f:image": tree{}, "f:imagePullPolicy": tree{}, "f:name": tree{},
		"f:readinessProbe":         probe,
		"f:ports":                  tree{".": tree{}, `k:{"containerPort":8080,"protocol":"TCP"}`: leaves(".", "f:containerPort", "f:name", "f:protocol")},
		"f:resources":              tree{".": tree{}, "f:limits": leaves(".", "f:memory"), "f:requests": leaves(".", "f:cpu", "f:memory")},
		"f:securityContext":        leaves(".", "f:allowPrivilegeEscalation"),
		"f:terminationMessagePath": tree{}, "f:terminationMessagePolicy": tree{},
		"f:volumeMounts": tree{".": tree{}, `k:{"mountPath":"/etc/app"}`: leaves(".", "f:mountPath", "f:name", "f:readOnly")},
	}
	if c.LivenessProbe != nil {
		fields["f:livenessProbe"] = probe
	}
	return fields
}

func leaves(names ...string) tree {
	t := tree{}
	for _, name := range names {
		t[name] = tree{}
	}
	return t
}

func entry(manager, subresource string, at metav1.Time, fields tree) metav1.ManagedFieldsEntry {
	raw, err := json.Marshal(fields)
	if err != nil {
		panic(err) // a tree of maps and strings
	}
	return metav1.ManagedFieldsEntry{
		Manager: manager, Operation: metav1.ManagedFieldsOperationUpdate, APIVersion: "v1", Time: &at,
		FieldsType: "FieldsV1", FieldsV1: &metav1.FieldsV1{Raw: raw}, Subresource: subresource,
	}
}
