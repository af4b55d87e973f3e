package io.livekube.hub.settings;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.core.model.Resource;
import io.livekube.hub.control.SyncMode;
import io.livekube.hub.control.SyncSettings;
import io.livekube.hub.control.SyncedKinds;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Change to a cluster's settings, as JSON: `{"mode": "auto", "resourceTypes": ["Pod"]}`.
///
/// @param mode new mode; empty to keep the current one
/// @param kinds new kinds; empty to keep the current ones
public record SettingsChange(Optional<SyncMode> mode, Optional<SyncedKinds> kinds) {
    private static final String MODE = "mode";
    private static final String RESOURCE_TYPES = "resourceTypes";
    private static final int MAX_KINDS = 1_000;

    public SyncSettings applyTo(SyncSettings before) {
        return new SyncSettings(mode.orElse(before.mode()), kinds.orElse(before.kinds()));
    }

    /// Parses a document.
    ///
    /// @throws BadSettingsException if it is invalid or empty
    public static SettingsChange read(JsonNode document, ResourceNames names) throws BadSettingsException {
        if (!(document instanceof ObjectNode)) {
            throw new BadSettingsException("Settings must be a JSON object with mode, resourceTypes or both.");
        }
        Optional<SyncMode> mode = Optional.empty();
        Optional<SyncedKinds> kinds = Optional.empty();
        for (Map.Entry<String, JsonNode> field : document.properties()) {
            switch (field.getKey()) {
                case MODE -> mode = Optional.of(mode(field.getValue()));
                case RESOURCE_TYPES -> kinds = Optional.of(kinds(field.getValue(), names));
                default ->
                    throw new BadSettingsException("Unknown setting '%.64s'. The settings are mode and resourceTypes."
                            .formatted(field.getKey()));
            }
        }
        if (mode.isEmpty() && kinds.isEmpty()) {
            throw new BadSettingsException("No settings found: set mode, resourceTypes or both.");
        }
        return new SettingsChange(mode, kinds);
    }

    /// Writes settings in a form that [#read] accepts, regardless of which kinds are known at that time.
    public static void write(ObjectNode to, SyncSettings settings) {
        to.put(MODE, settings.mode().toString());
        switch (settings.kinds()) {
            case SyncedKinds.All _ -> to.put(RESOURCE_TYPES, "all");
            case SyncedKinds.OnDemand _ -> to.put(RESOURCE_TYPES, "asked");
            case SyncedKinds.Only(Set<Resource> resources) -> {
                ArrayNode list = to.putArray(RESOURCE_TYPES);
                resources.stream().map(ResourceNames::name).sorted().forEach(list::add);
            }
        }
    }

    private static SyncMode mode(JsonNode value) throws BadSettingsException {
        return Optional.of(value)
                .filter(JsonNode::isTextual)
                .flatMap(text -> SyncMode.named(text.asText()))
                .orElseThrow(() -> new BadSettingsException("The mode must be 'auto', 'on' or 'off'."));
    }

    private static SyncedKinds kinds(JsonNode value, ResourceNames names) throws BadSettingsException {
        if (value.isTextual() && value.asText().equals("all")) {
            return new SyncedKinds.All();
        }
        if (value.isTextual() && value.asText().equals("asked")) {
            return new SyncedKinds.OnDemand();
        }
        if (!value.isArray()) {
            throw new BadSettingsException("resourceTypes must be 'all', 'asked' or a list of names.");
        }
        if (value.isEmpty() || value.size() > MAX_KINDS) {
            throw new BadSettingsException(
                    "resourceTypes must have 1 to %,d names. To sync nothing, set the mode to 'off'."
                            .formatted(MAX_KINDS));
        }
        Set<Resource> resources = new HashSet<>();
        for (JsonNode name : value) {
            if (!name.isTextual()) {
                throw new BadSettingsException("Each of the resourceTypes must be a name, such as 'Pod'.");
            }
            resources.add(names.find(name.asText()));
        }
        return new SyncedKinds.Only(resources);
    }
}
