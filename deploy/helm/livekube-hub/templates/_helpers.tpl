{{- define "livekube-hub.fullname" -}}
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

{{- define "livekube-hub.selector" -}}
app.kubernetes.io/name: {{ default .Chart.Name .Values.nameOverride }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "livekube-hub.labels" -}}
{{ include "livekube-hub.selector" . }}
app.kubernetes.io/component: hub
app.kubernetes.io/part-of: livekube
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end -}}

{{- /* Says what does not go together before the hub would. */ -}}
{{- define "livekube-hub.check" -}}
{{- if and .Values.readers.existingSecret .Values.readers.anonymous -}}
{{- fail "readers.existingSecret and readers.anonymous are mutually exclusive: clear one of them" -}}
{{- end -}}
{{- if not (or .Values.readers.existingSecret .Values.readers.anonymous) -}}
{{- fail "no access for readers: set readers.existingSecret, or readers.anonymous to let everyone who can reach the hub read" -}}
{{- end -}}
{{- if and .Values.tls.existingSecret .Values.tls.plainHttp -}}
{{- fail "tls.existingSecret and tls.plainHttp are mutually exclusive: clear one of them" -}}
{{- end -}}
{{- if not (or .Values.tls.existingSecret .Values.tls.plainHttp) -}}
{{- fail "tokens would be sent in clear text: set tls.existingSecret, or tls.plainHttp if a proxy in front of the hub terminates TLS" -}}
{{- end -}}
{{- if and .Values.ingress.enabled (not .Values.ingress.host) -}}
{{- fail "ingress.enabled requires ingress.host" -}}
{{- end -}}
{{- end -}}

{{- define "livekube-hub.scheme" -}}
{{- empty .Values.tls.existingSecret | ternary "http" "https" -}}
{{- end -}}

{{- define "livekube-hub.mode" -}}
{{- $mode := toString .Values.syncMode -}}
{{- get (dict "true" "on" "false" "off") $mode | default $mode -}}
{{- end -}}

{{- define "livekube-hub.claim" -}}
{{- .Values.state.existingClaim | default (include "livekube-hub.fullname" .) -}}
{{- end -}}
