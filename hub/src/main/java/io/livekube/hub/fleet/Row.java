package io.livekube.hub.fleet;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.livekube.core.model.KubeObject;
import io.livekube.hub.problem.Verdict;
import java.time.Instant;

/// An object as a line of a table.
///
/// @param created when the object was made, as it says; empty if it does not
/// @param verdict what is wrong with it
/// @param json as readers get it
public record Row(KubeObject object, String created, ArrayNode cells, Verdict verdict, byte[] json) {
    /// Whether it has to be made again although the object is the same.
    boolean outdated(Instant now) {
        return verdict.until().filter(until -> !now.isBefore(until)).isPresent();
    }

    /// What it takes in memory, roughly.
    int bytes() {
        return 2 * json.length + 200;
    }
}
