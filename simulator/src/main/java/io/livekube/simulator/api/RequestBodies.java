package io.livekube.simulator.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.resource.ResourceType;
import io.livekube.simulator.store.ApiException;
import io.livekube.simulator.store.StoredJson;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// Parses request bodies: objects, patches and delete options.
final class RequestBodies {
    private RequestBodies() {}

    /// The media type of a body without its parameters.
    static String mediaType(ApiExchange exchange) {
        String type = exchange.header("Content-Type").orElse("");
        int parameters = type.indexOf(';');
        return (parameters < 0 ? type : type.substring(0, parameters)).strip().toLowerCase(Locale.ROOT);
    }

    /// Parses an object to create or replace.
    static ObjectNode object(ApiExchange exchange, ResourceType type, boolean custom) {
        requireJson(exchange);
        ObjectNode object = parseObject(exchange.body(), type);
        if (custom) {
            requireCustomKind(object, type);
        }
        String kind = object.path("kind").asText(type.kind());
        String apiVersion = object.path("apiVersion").asText(type.apiVersion());
        if (!apiVersion.equals(type.apiVersion())) {
            throw ApiException.badRequest(kind + " in version \"" + type.version() + "\" cannot be handled as a "
                    + type.kind() + ": no kind \"" + kind + "\" is registered for version \"" + apiVersion + "\"");
        }
        if (!kind.equals(type.kind())) {
            throw ApiException.badRequest(kind + " in version \"" + type.version() + "\" cannot be handled as a "
                    + type.kind() + ": unknown conversion");
        }
        ObjectShape.require(type, object, custom);
        if (object.path("metadata") instanceof ObjectNode metadata) {
            metadata.properties().removeIf(field -> field.getValue().isNull());
        } else {
            object.putObject("metadata");
        }
        return object;
    }

    /// Custom resources must state their kind and apiVersion, and have error messages of their own.
    private static void requireCustomKind(ObjectNode object, ResourceType type) {
        String apiVersion = object.path("apiVersion").asText();
        if (!apiVersion.equals(type.apiVersion())) {
            throw ApiException.badRequest("the API version in the data (" + apiVersion
                    + ") does not match the expected API version (" + type.apiVersion() + ")");
        }
        String kind = object.path("kind").asText();
        if (!kind.equals(type.kind())) {
            String name = object.path("metadata").path("name").asText();
            String message = "Invalid value: \"" + kind + "\": must be " + type.kind();
            throw new ApiException(
                            422,
                            "Invalid",
                            kind + "." + type.group() + " \"" + name + "\" is invalid: kind: " + message)
                    .aboutGroupKind(type.group(), kind, name)
                    .because("FieldValueInvalid", message, "kind");
        }
    }

    /// Parses the body of a deletion; an absent body means no options.
    static JsonNode deleteOptions(ApiExchange exchange) {
        if (exchange.body().length == 0) {
            return StoredJson.object();
        }
        requireJson(exchange);
        try {
            JsonNode options = StoredJson.parse(exchange.body());
            if (!options.isObject()) {
                throw ApiException.badRequest("DeleteOptions must be a JSON object");
            }
            return options;
        } catch (JsonProcessingException e) {
            throw ApiException.badRequest("DeleteOptions is not valid JSON: " + e.getOriginalMessage());
        }
    }

    private static void requireJson(ApiExchange exchange) {
        String mediaType = mediaType(exchange);
        if (!mediaType.isEmpty() && !mediaType.equals("application/json")) {
            throw new ApiException(
                    415,
                    "UnsupportedMediaType",
                    "the body of the request was in an unknown format - accepted media types include:"
                            + " application/json");
        }
    }

    private static ObjectNode parseObject(byte[] body, ResourceType type) {
        try {
            if (StoredJson.parse(body) instanceof ObjectNode object) {
                return object;
            }
            throw unrecognized(type, "not an object", body);
        } catch (JsonProcessingException e) {
            throw unrecognized(type, e.getOriginalMessage(), body);
        }
    }

    private static ApiException unrecognized(ResourceType type, String why, byte[] body) {
        int shown = Math.min(body.length, 64);
        return ApiException.badRequest("the object provided is unrecognized (must be of type " + type.kind()
                + "): couldn't get version/kind; json parse error: " + why + " ("
                + new String(body, 0, shown, StandardCharsets.UTF_8) + ")");
    }
}
