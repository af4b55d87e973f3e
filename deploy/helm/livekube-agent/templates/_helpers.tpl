{{- define "livekube-agent.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 63 | trimSuffix "-" -}}
{{- else -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- if contains $name .Release.Name -}}
{{- .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 63 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "livekube-agent.selector" -}}
app.kubernetes.io/name: {{ default .Chart.Name .Values.nameOverride }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "livekube-agent.labels" -}}
{{ include "livekube-agent.selector" . }}
app.kubernetes.io/component: agent
app.kubernetes.io/part-of: livekube
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end -}}

{{- define "livekube-agent.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "livekube-agent.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- required "serviceAccount.name is needed where serviceAccount.create is false" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{- /* What --crds says: all, none, or names. */ -}}
{{- define "livekube-agent.crds" -}}
{{- with .Values.customResources -}}
{{- if .all -}}
all
{{- else -}}
{{- concat .groups .kinds | join "," | default "none" -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- /* Each kind with its API group and its plural. */ -}}
{{- define "livekube-agent.kinds" -}}
Pod: {group: "", plural: pods}
Service: {group: "", plural: services}
ConfigMap: {group: "", plural: configmaps}
Namespace: {group: "", plural: namespaces}
Node: {group: "", plural: nodes}
PersistentVolume: {group: "", plural: persistentvolumes}
PersistentVolumeClaim: {group: "", plural: persistentvolumeclaims}
Event: {group: "", plural: events}
Deployment: {group: apps, plural: deployments}
ReplicaSet: {group: apps, plural: replicasets}
StatefulSet: {group: apps, plural: statefulsets}
DaemonSet: {group: apps, plural: daemonsets}
Job: {group: batch, plural: jobs}
CronJob: {group: batch, plural: cronjobs}
Ingress: {group: networking.k8s.io, plural: ingresses}
HorizontalPodAutoscaler: {group: autoscaling, plural: horizontalpodautoscalers}
EndpointSlice: {group: discovery.k8s.io, plural: endpointslices}
CustomResourceDefinition: {group: apiextensions.k8s.io, plural: customresourcedefinitions}
{{- end -}}

{{- /* The port of a URL. */ -}}
{{- define "livekube-agent.hubPort" -}}
{{- $host := (urlParse .Values.hub.url).host -}}
{{- if regexMatch ":[0-9]+$" $host -}}
{{- regexFind "[0-9]+$" $host -}}
{{- else -}}
{{- hasPrefix "https:" .Values.hub.url | ternary 443 80 -}}
{{- end -}}
{{- end -}}
