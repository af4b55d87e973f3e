package io.livekube.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import io.livekube.core.model.Resource;
import io.livekube.protocol.Part;
import io.livekube.protocol.ProtocolException;
import io.livekube.protocol.WellKnownKinds;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Names of kinds in JSON: `Pod` if it is well known or was declared, otherwise `example.com/v1/widgets`.
final class JsonKindNames {
    static final JsonKindNames WELL_KNOWN = new JsonKindNames(Map.of());

    private final Map<String, Part.Kind> declared;

    JsonKindNames(Map<String, Part.Kind> declared) {
        this.declared = declared;
    }

    Optional<Part.Kind> kind(String name) {
        return Optional.ofNullable(declared.get(name)).or(() -> WellKnownKinds.named(name));
    }

    Resource find(String name, String place) throws ProtocolException {
        Optional<Part.Kind> kind = kind(name);
        if (kind.isPresent()) {
            return kind.get().resource();
        }
        if (name.indexOf('/') >= 0) {
            return resource(name, place);
        }
        throw JsonText.malformed(
                place,
                "the kind '%s' is not well known; add its Resource, such as \"example.com/v1/widgets\""
                        .formatted(JsonText.brief(name)));
    }

    /// Parses `v1/pods` or `apps/v1/deployments`.
    static Resource resource(String text, String place) throws ProtocolException {
        List<String> parts = List.of(text.split("/", -1));
        boolean core = parts.size() == 2;
        if ((!core && parts.size() != 3) || parts.contains("")) {
            throw JsonText.malformed(
                    place,
                    "'%s' is not a resource such as \"v1/pods\" or \"apps/v1/deployments\""
                            .formatted(JsonText.brief(text)));
        }
        return core
                ? Resource.core(parts.get(0), parts.get(1))
                : new Resource(parts.get(0), parts.get(1), parts.get(2));
    }

    /// The form that [#resource] parses.
    static String text(Resource resource) {
        String apiVersion = resource.apiVersion();
        return apiVersion + "/" + resource.plural();
    }

    /// The shortest name that [#find] resolves without declarations.
    static String name(Resource resource) {
        int number = WellKnownKinds.number(resource);
        return number < 0 ? text(resource) : WellKnownKinds.all().get(number).kind();
    }

    /// Writes `"Kind":"Pod"`, or `"Resource":"example.com/v1/widgets"` if the kind is not well known.
    static void write(JsonGenerator json, Resource resource) throws IOException {
        boolean known = WellKnownKinds.number(resource) >= 0;
        json.writeStringField(known ? "Kind" : "Resource", name(resource));
    }
}
