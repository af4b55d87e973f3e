package io.livekube.apimachinery.selector;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Fields by which the objects of one kind can be selected.
///
/// @param fields keyed by their names in selectors
/// @param refusal the error message for any other field, as a format with the field's name
public record SelectableFields(Map<String, SelectableField> fields, String refusal) {
    private static final String NAME = "metadata.name";
    private static final String NAMESPACE = "metadata.namespace";
    private static final String UNSUPPORTED = "field label not supported: %s";

    private static final SelectableFields OF_ANY_BUILT_IN = new SelectableFields(
            Map.of(NAME, SelectableField.Key.NAME, NAMESPACE, SelectableField.Key.NAMESPACE),
            "\"%s\" is not a known field selector: only \"metadata.name\", \"metadata.namespace\"");

    private static final Map<String, SelectableFields> BUILT_IN = builtIn();

    public SelectableFields {
        fields = Map.copyOf(fields);
    }

    /// The selectable fields of a kind that Kubernetes defines.
    ///
    /// @param resource the plural and, behind a dot, the group if it has one: `jobs.batch`
    /// @param version of the group, which one kind mentions in its refusal
    public static SelectableFields builtIn(String resource, String version) {
        SelectableFields known = BUILT_IN.get(resource);
        if (known == null) {
            return OF_ANY_BUILT_IN;
        }
        return new SelectableFields(known.fields(), known.refusal().replace("{version}", version));
    }

    /// The selectable fields of a kind that a CustomResourceDefinition defines.
    ///
    /// @param paths the JSON paths of its `selectableFields`, such as `.spec.colour`
    public static SelectableFields custom(boolean namespaced, List<String> paths) {
        Map<String, SelectableField> fields = new HashMap<>();
        for (String path : paths) {
            String name = path.startsWith(".") ? path.substring(1) : path;
            fields.put(name, SelectableField.At.path(name));
        }
        return new SelectableFields(with(fields, namespaced), UNSUPPORTED);
    }

    /// Finds a field by its name.
    ///
    /// @throws InvalidSelectorException if the kind cannot be selected by it
    public SelectableField find(String field) {
        return Optional.ofNullable(fields.get(field))
                .orElseThrow(() -> new InvalidSelectorException(refusal.formatted(field)));
    }

    private static Map<String, SelectableFields> builtIn() {
        Map<String, SelectableFields> all = new HashMap<>();
        Map<String, SelectableField> pods = at(
                "spec.nodeName",
                "spec.restartPolicy",
                "spec.schedulerName",
                "spec.serviceAccountName",
                "status.phase",
                "status.podIP",
                "status.nominatedNodeName");
        pods.put("spec.host", SelectableField.At.path("spec.nodeName"));
        pods.put("spec.hostNetwork", SelectableField.At.path("spec.hostNetwork", "false"));
        pods.put("status.podIPs", new SelectableField.Nowhere());
        all.put("pods", own(pods, true));
        all.put(
                "nodes",
                own(Map.of("spec.unschedulable", SelectableField.At.path("spec.unschedulable", "false")), false));
        all.put("namespaces", own(at("status.phase"), false));
        all.put("secrets", own(at("type"), true));
        all.put("services", own(at("spec.clusterIP", "spec.type"), true));
        all.put(
                "replicationcontrollers",
                own(Map.of("status.replicas", SelectableField.At.path("status.replicas", "0")), true));
        all.put("jobs.batch", own(Map.of("status.successful", SelectableField.At.path("status.succeeded", "0")), true));
        all.put("events", own(events("involvedObject"), true));
        all.put("events.events.k8s.io", own(events("regarding"), true));
        String certificates = ".certificates.k8s.io";
        all.put("certificatesigningrequests" + certificates, own(at("spec.signerName"), false));
        all.put("clustertrustbundles" + certificates, own(at("spec.signerName"), false));
        all.put(
                "podcertificaterequests" + certificates,
                own(at("spec.signerName", "spec.podName", "spec.nodeName"), false));
        all.put(
                "resourceslices.resource.k8s.io",
                new SelectableFields(
                        with(at("spec.nodeName", "spec.driver"), false),
                        "field label not supported for resource.k8s.io/{version}, Kind=ResourceSlice: %s"));
        return Map.copyOf(all);
    }

    private static Map<String, SelectableField> events(String about) {
        boolean core = about.equals("involvedObject");
        Map<String, SelectableField> fields = at(
                about + ".kind",
                about + ".namespace",
                about + ".name",
                about + ".uid",
                about + ".apiVersion",
                about + ".resourceVersion",
                about + ".fieldPath",
                "reason",
                "type");
        SelectableField.At reporting = SelectableField.At.path(core ? "reportingComponent" : "reportingController");
        fields.put(reporting.path(), reporting);
        if (core) {
            fields.put("source", new SelectableField.Either(SelectableField.At.path("source.component"), reporting));
        }
        return fields;
    }

    private static Map<String, SelectableField> at(String... paths) {
        Map<String, SelectableField> fields = new HashMap<>();
        Arrays.stream(paths).forEach(path -> fields.put(path, SelectableField.At.path(path)));
        return fields;
    }

    private static SelectableFields own(Map<String, SelectableField> fields, boolean namespaced) {
        return new SelectableFields(with(fields, namespaced), UNSUPPORTED);
    }

    private static Map<String, SelectableField> with(Map<String, SelectableField> fields, boolean namespaced) {
        Map<String, SelectableField> all = new HashMap<>(fields);
        all.put(NAME, SelectableField.Key.NAME);
        if (namespaced) {
            all.put(NAMESPACE, SelectableField.Key.NAMESPACE);
        }
        return all;
    }
}
