package io.livekube.simulator.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.simulator.store.ApiException;
import java.util.List;
import java.util.Optional;

/// Options of a deletion, validated before anything is deleted.
///
/// As on the real server, options in the body replace those in the query.
///
/// @param orphan set the finalizer `orphan`, which delays the removal until a client removes the finalizer
record DeleteOptions(boolean dryRun, boolean orphan, JsonNode preconditions) {
    private static final String KIND = "DeleteOptions";
    private static final List<String> POLICIES = List.of("Foreground", "Background", "Orphan");

    static DeleteOptions parse(ApiExchange exchange) {
        JsonNode body = RequestBodies.deleteOptions(exchange);
        boolean inBody = !body.isEmpty();
        checkGracePeriod(exchange, body, inBody);
        Optional<String> policy =
                inBody ? text(body.path("propagationPolicy")) : exchange.parameter("propagationPolicy");
        policy.filter(value -> !POLICIES.contains(value)).ifPresent(value -> {
            throw DryRun.invalid(
                    KIND,
                    "propagationPolicy",
                    "Unsupported value: \"" + value
                            + "\": supported values: \"Foreground\", \"Background\", \"Orphan\", \"nil\"");
        });
        List<String> dryRun = inBody
                ? body.path("dryRun").valueStream().map(JsonNode::asText).toList()
                : exchange.parameters("dryRun");
        boolean orphan = policy.filter("Orphan"::equals).isPresent()
                || (inBody ? body.path("orphanDependents").asBoolean() : exchange.flag("orphanDependents"));
        return new DeleteOptions(DryRun.wanted(KIND, dryRun), orphan, body.path("preconditions"));
    }

    private static void checkGracePeriod(ApiExchange exchange, JsonNode body, boolean inBody) {
        if (inBody) {
            JsonNode given = body.path("gracePeriodSeconds");
            if (!given.isMissingNode() && !given.isNull() && !given.isIntegralNumber()) {
                throw ApiException.badRequest("DeleteOptions: gracePeriodSeconds must be an integer, not " + given);
            }
            return;
        }
        exchange.parameter("gracePeriodSeconds").ifPresent(ListOptions::number);
    }

    private static Optional<String> text(JsonNode value) {
        return value.isMissingNode() || value.isNull() ? Optional.empty() : Optional.of(value.asText());
    }
}
