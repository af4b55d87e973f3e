package io.livekube.simulator.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.simulator.store.ApiException;
import java.util.List;
import java.util.Optional;

/// What a deletion asks for beside the object, checked before anything is deleted.
///
/// As for the real server, options in the body replace those in the query.
///
/// @param orphan hold the object back by the finalizer `orphan`, until a client removes it
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
                throw ApiException.badRequest(
                        "gracePeriodSeconds of the DeleteOptions is not a whole number: " + given);
            }
            return;
        }
        exchange.parameter("gracePeriodSeconds").ifPresent(ListOptions::number);
    }

    private static Optional<String> text(JsonNode value) {
        return value.isMissingNode() || value.isNull() ? Optional.empty() : Optional.of(value.asText());
    }
}
