package io.livekube.apimachinery.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;

/// What stands in a column for an object.
@FunctionalInterface
interface Cell {
    JsonNode of(JsonNode object, Instant now);
}
