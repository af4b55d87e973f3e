package io.livekube.apimachinery.table;

import static io.livekube.apimachinery.table.Fields.NONE;
import static io.livekube.apimachinery.table.Fields.UNKNOWN;
import static io.livekube.apimachinery.table.Fields.UNSET;
import static io.livekube.apimachinery.table.Fields.at;
import static io.livekube.apimachinery.table.Fields.each;
import static io.livekube.apimachinery.table.Fields.filledOr;
import static io.livekube.apimachinery.table.Fields.has;
import static io.livekube.apimachinery.table.Fields.number;
import static io.livekube.apimachinery.table.Fields.selector;
import static io.livekube.apimachinery.table.Fields.text;
import static io.livekube.apimachinery.table.Fields.textOr;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Columns of services, ingresses, endpoint slices and network policies.
final class NetworkColumns {
    private static final int SHOWN = 3;

    static final TableLayout SERVICES = new TableLayout(
            Column.named(),
            Column.text("Type", service -> text(service, "spec", "type")),
            Column.text(
                    "Cluster-IP",
                    service -> textOr(NONE, at(service, "spec", "clusterIPs").path(0))),
            Column.text("External-IP", NetworkColumns::externalAddress),
            Column.text("Port(s)", NetworkColumns::servicePorts),
            Column.age(),
            Column.text("Selector", service -> Fields.labels(at(service, "spec", "selector")))
                    .wide());

    static final TableLayout INGRESSES = new TableLayout(
            Column.named(),
            Column.text("Class", ingress -> textOr(NONE, at(ingress, "spec", "ingressClassName"))),
            Column.text("Hosts", NetworkColumns::hosts),
            Column.text("Address", ingress -> String.join(",", balancers(ingress))),
            Column.text("Ports", ingress -> at(ingress, "spec", "tls").isEmpty() ? "80" : "80, 443"),
            Column.age());

    static final TableLayout INGRESS_CLASSES = new TableLayout(
            Column.named(object -> PlainColumns.nameOrDefault(object, "ingressclass.kubernetes.io/is-default-class")),
            Column.text("Controller", object -> text(object, "spec", "controller")),
            Column.text("Parameters", NetworkColumns::parameters),
            Column.age());

    static final TableLayout POLICIES = new TableLayout(
            Column.named(),
            Column.text("Pod-Selector", policy -> filledOr(NONE, selector(at(policy, "spec", "podSelector")))),
            Column.age());

    static final TableLayout ENDPOINT_SLICES = new TableLayout(
            Column.named(),
            Column.text("AddressType", slice -> text(slice, "addressType")),
            Column.text(
                    "Ports",
                    slice -> filledOr(
                            UNSET,
                            Fields.firstOf(SHOWN, ",", each(slice, "ports").toList(), NetworkColumns::endpointPort))),
            Column.text("Endpoints", NetworkColumns::endpoints),
            Column.age());

    private NetworkColumns() {}

    private static String externalAddress(JsonNode service) {
        List<String> own = Fields.texts(at(service, "spec", "externalIPs"));
        return switch (text(service, "spec", "type")) {
            case "ClusterIP", "NodePort" -> filledOr(NONE, String.join(",", own));
            case "LoadBalancer" -> {
                List<String> all = new ArrayList<>(balancers(service));
                all.addAll(own);
                yield filledOr("<pending>", String.join(",", all));
            }
            case "ExternalName" -> text(service, "spec", "externalName");
            default -> UNKNOWN;
        };
    }

    /// The distinct addresses of load balancers.
    private static List<String> balancers(JsonNode object) {
        return each(object, "status", "loadBalancer", "ingress")
                .map(one -> filledOr(text(one, "hostname"), text(one, "ip")))
                .filter(address -> !address.isEmpty())
                .distinct()
                .sorted()
                .toList();
    }

    private static String servicePorts(JsonNode service) {
        return filledOr(
                NONE,
                each(service, "spec", "ports")
                        .map(port -> {
                            long node = number(port, "nodePort");
                            return "%d%s/%s"
                                    .formatted(
                                            number(port, "port"), node > 0 ? ":" + node : "", text(port, "protocol"));
                        })
                        .collect(Collectors.joining(",")));
    }

    /// The hosts of an ingress. Rules without a host are not shown, but count as "more".
    private static String hosts(JsonNode ingress) {
        List<JsonNode> rules = each(ingress, "spec", "rules").toList();
        List<String> shown = new ArrayList<>();
        boolean more = false;
        for (JsonNode rule : rules) {
            more |= shown.size() == SHOWN;
            String host = text(rule, "host");
            if (!more && !host.isEmpty()) {
                shown.add(host);
            }
        }
        String text = filledOr("*", String.join(",", shown));
        return more ? "%s + %d more...".formatted(text, rules.size() - SHOWN) : text;
    }

    private static String parameters(JsonNode ingressClass) {
        JsonNode parameters = at(ingressClass, "spec", "parameters");
        if (!has(parameters)) {
            return NONE;
        }
        JsonNode group = parameters.path("apiGroup");
        return text(parameters, "kind") + (has(group) ? "." + group.asText() : "") + "/" + text(parameters, "name");
    }

    private static String endpointPort(JsonNode port) {
        return textOr(textOr("*", port.path("name")), port.path("port"));
    }

    private static String endpoints(JsonNode slice) {
        List<String> addresses = each(slice, "endpoints")
                .flatMap(endpoint -> each(endpoint, "addresses"))
                .map(JsonNode::asText)
                .toList();
        return filledOr(UNSET, Fields.firstOf(SHOWN, ",", addresses, address -> address));
    }
}
