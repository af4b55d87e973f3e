package io.livekube.testkit.contract;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/// Factories and accessors of Kubernetes objects as trees.
public final class Manifests {

    private static final ObjectMapper JSON = new ObjectMapper();

    private Manifests() {}

    /// An object from a template in which `'` stands for `"`, filled as by [String#format].
    public static ObjectNode json(String template, Object... values) {
        return (ObjectNode) parse(template.replace('\'', '"').formatted(values));
    }

    static JsonNode parse(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new AssertionError("not JSON: " + text, e);
        }
    }

    public static ObjectNode configMap(String name) {
        return json("{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'%s'},'data':{'key':'first'}}", name);
    }

    /// A config map with one label.
    public static ObjectNode configMap(String name, String label, String value) {
        ObjectNode map = configMap(name);
        map.withObject("/metadata/labels").put(label, value);
        return map;
    }

    /// A pod that no scheduler binds.
    public static ObjectNode pod(String name) {
        return json("""
                {'apiVersion':'v1','kind':'Pod','metadata':{'name':'%s'},
                 'spec':{'schedulerName':'nobody','containers':[{'name':'main','image':'example.org/main:1'}]}}""", name);
    }

    public static ObjectNode deployment(String name) {
        return json("""
                {'apiVersion':'apps/v1','kind':'Deployment','metadata':{'name':'%s'},
                 'spec':{'replicas':1,'selector':{'matchLabels':{'app':'%1$s'}},
                  'template':{'metadata':{'labels':{'app':'%1$s'}},
                   'spec':{'containers':[{'name':'main','image':'example.org/main:1'}]}}}}""", name);
    }

    /// An event about a pod.
    public static ObjectNode event(String name, String namespace, String pod) {
        return json("""
                {'apiVersion':'v1','kind':'Event','metadata':{'name':'%s','namespace':'%s'},
                 'involvedObject':{'kind':'Pod','namespace':'%2$s','name':'%s','uid':'uid-of-%3$s'},
                 'reason':'Started','message':'Started container main','type':'Normal',
                 'source':{'component':'kubelet'}}""", name, namespace, pod);
    }

    /// A copy of the object with another value of `data.key`.
    public static ObjectNode withData(JsonNode configMap, String value) {
        ObjectNode changed = configMap.deepCopy();
        changed.withObject("/data").put("key", value);
        return changed;
    }

    public static String name(JsonNode object) {
        return object.at("/metadata/name").asText();
    }

    /// The resource version as a number; 0 if there is none.
    public static long version(JsonNode object) {
        return Long.parseLong(object.at("/metadata/resourceVersion").asText("0"));
    }

    public static List<String> names(JsonNode list) {
        return list.path("items").valueStream().map(Manifests::name).toList();
    }
}
