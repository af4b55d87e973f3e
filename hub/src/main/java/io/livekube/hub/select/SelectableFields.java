package io.livekube.hub.select;

import io.livekube.core.model.Resource;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The fields by which the objects of one kind can be selected, and what is said of any other.
///
/// @param fields by their names in selectors
/// @param refusal a sentence, as a format for the name of the unknown field
public record SelectableFields(Map<String, Field> fields, String refusal) {
    private static final String NAME = "metadata.name";
    private static final String NAMESPACE = "metadata.namespace";
    private static final String UNSUPPORTED = "field label not supported: %s";

    private static final SelectableFields OF_ANY_BUILT_IN = new SelectableFields(
            Map.of(NAME, Field.Key.NAME, NAMESPACE, Field.Key.NAMESPACE),
            "\"%s\" is not a known field selector: only \"metadata.name\", \"metadata.namespace\"");

    private static final Map<String, SelectableFields> BUILT_IN = builtIn();

    public SelectableFields {
        fields = Map.copyOf(fields);
    }

    /// Those of a kind of Kubernetes itself.
    public static SelectableFields builtIn(Resource resource) {
        SelectableFields known = BUILT_IN.get(resource.toString());
        if (known == null) {
            return OF_ANY_BUILT_IN;
        }
        // This one alone names its version in the refusal.
        return new SelectableFields(known.fields(), known.refusal().replace("{version}", resource.version()));
    }

    /// Those of a kind that a CustomResourceDefinition defines.
    ///
    /// @param paths of its `selectableFields`, as in `.spec.colour`
    public static SelectableFields custom(boolean namespaced, List<String> paths) {
        Map<String, Field> fields = new HashMap<>();
        for (String path : paths) {
            String name = path.startsWith(".") ? path.substring(1) : path;
            fields.put(name, Field.At.path(name));
        }
        return new SelectableFields(with(fields, namespaced), UNSUPPORTED);
    }

    /// How a field's value is found.
    Field find(String field) throws BadSelectorException {
        return Optional.ofNullable(fields.get(field))
                .orElseThrow(() -> new BadSelectorException(refusal.formatted(field)));
    }

    private static Map<String, SelectableFields> builtIn() {
        Map<String, SelectableFields> all = new HashMap<>();
        Map<String, Field> pods = at(
                "spec.nodeName",
                "spec.restartPolicy",
                "spec.schedulerName",
                "spec.serviceAccountName",
                "status.phase",
                "status.podIP",
                "status.nominatedNodeName");
        pods.put("spec.host", Field.At.path("spec.nodeName"));
        pods.put("spec.hostNetwork", Field.At.path("spec.hostNetwork", "false"));
        pods.put("status.podIPs", new Field.Nowhere());
        all.put("pods", own(pods, true));
        all.put("nodes", own(Map.of("spec.unschedulable", Field.At.path("spec.unschedulable", "false")), false));
        all.put("namespaces", own(at("status.phase"), false));
        all.put("secrets", own(at("type"), true));
        all.put("services", own(at("spec.clusterIP", "spec.type"), true));
        all.put("replicationcontrollers", own(Map.of("status.replicas", Field.At.path("status.replicas", "0")), true));
        all.put("jobs.batch", own(Map.of("status.successful", Field.At.path("status.succeeded", "0")), true));
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

    private static Map<String, Field> events(String about) {
        boolean core = about.equals("involvedObject");
        Map<String, Field> fields = at(
                about + ".kind",
                about + ".namespace",
                about + ".name",
                about + ".uid",
                about + ".apiVersion",
                about + ".resourceVersion",
                about + ".fieldPath",
                "reason",
                "type");
        Field.At reporting = Field.At.path(core ? "reportingComponent" : "reportingController");
        fields.put(reporting.path(), reporting);
        if (core) {
            fields.put("source", new Field.Either(Field.At.path("source.component"), reporting));
        }
        return fields;
    }

    private static Map<String, Field> at(String... paths) {
        Map<String, Field> fields = new HashMap<>();
        Arrays.stream(paths).forEach(path -> fields.put(path, Field.At.path(path)));
        return fields;
    }

    private static SelectableFields own(Map<String, Field> fields, boolean namespaced) {
        return new SelectableFields(with(fields, namespaced), UNSUPPORTED);
    }

    private static Map<String, Field> with(Map<String, Field> fields, boolean namespaced) {
        Map<String, Field> all = new HashMap<>(fields);
        all.put(NAME, Field.Key.NAME);
        if (namespaced) {
            all.put(NAMESPACE, Field.Key.NAMESPACE);
        }
        return all;
    }
}
