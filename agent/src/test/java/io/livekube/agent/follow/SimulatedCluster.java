package io.livekube.agent.follow;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.core.access.ApiAccess;
import io.livekube.simulator.Simulator;
import io.livekube.simulator.SimulatorConfig;
import io.livekube.simulator.resource.BuiltInTypes;
import io.livekube.simulator.resource.ResourceType;
import io.livekube.simulator.store.StoredJson;
import java.util.List;

/// A simulated cluster in which tests make and delete things.
public final class SimulatedCluster implements AutoCloseable {
    private final Simulator simulator = Simulator.start(SimulatorConfig.defaults());

    public ApiAccess access() {
        return ApiAccess.open(simulator.url());
    }

    public Simulator simulator() {
        return simulator;
    }

    public long createPod(String name) {
        return simulator
                .store()
                .create(BuiltInTypes.POD, manifest("default", name))
                .revision();
    }

    public long deletePod(String name) {
        return simulator.store().delete(BuiltInTypes.POD, "default", name).revision();
    }

    public void createSecret(String name, String key, String value) {
        ObjectNode secret = manifest("default", name);
        secret.putObject("data").put(key, value);
        simulator.store().create(BuiltInTypes.SECRET, secret);
    }

    /// Defines a custom resource, whose objects are stored in the first version.
    public void define(String plural, String group, String... versions) {
        ObjectNode definition = manifest("", plural + "." + group);
        ObjectNode spec = definition.putObject("spec").put("group", group).put("scope", "Namespaced");
        spec.putObject("names").put("plural", plural).put("kind", "Custom");
        var all = spec.putArray("versions");
        for (String version : versions) {
            all.addObject().put("name", version).put("served", true).put("storage", version.equals(versions[0]));
        }
        if (simulator
                .store()
                .get(BuiltInTypes.CUSTOM_RESOURCE_DEFINITION, "", plural + "." + group)
                .isPresent()) {
            simulator.store().update(BuiltInTypes.CUSTOM_RESOURCE_DEFINITION, definition);
        } else {
            simulator.store().create(BuiltInTypes.CUSTOM_RESOURCE_DEFINITION, definition);
        }
    }

    void undefine(String plural, String group) {
        simulator.store().delete(BuiltInTypes.CUSTOM_RESOURCE_DEFINITION, "", plural + "." + group);
    }

    public void createCustom(String plural, String group, String version, String name) {
        var type = new ResourceType(group, version, "Custom", plural, "custom", true, false, List.of(), List.of());
        simulator.store().create(type, manifest("default", name));
    }

    private static ObjectNode manifest(String namespace, String name) {
        ObjectNode object = StoredJson.object();
        ObjectNode metadata = object.putObject("metadata").put("name", name);
        if (!namespace.isEmpty()) {
            metadata.put("namespace", namespace);
        }
        return object;
    }

    @Override
    public void close() {
        simulator.close();
    }
}
