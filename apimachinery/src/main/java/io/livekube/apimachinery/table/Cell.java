package io.livekube.apimachinery.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;

/// Computes one cell of an object's row.
@FunctionalInterface
interface Cell {
    JsonNode of(JsonNode object, Instant now);
}
