package io.livekube.hub.fleet;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.livekube.core.model.KubeObject;
import io.livekube.hub.problem.Problem;
import io.livekube.hub.view.ObjectView;
import java.time.Instant;
import java.util.Optional;

/// A row of a table: one version of an object, as shown at a moment.
public final class Row {
    private final KubeObject object;
    private final String created;
    private final ArrayNode cells;
    private final Optional<Problem> problem;
    private final Instant until;
    private final byte[] json;

    /// @param json the row as sent; not copied
    Row(KubeObject object, ObjectView view, ArrayNode cells, Instant now, byte[] json) {
        this.object = object;
        this.created = view.created();
        this.cells = cells;
        this.problem = view.problemAt(now);
        this.until = problem.isPresent()
                ? Instant.MAX
                : view.problem().map(Problem::from).orElse(Instant.MAX);
        this.json = json;
    }

    public KubeObject object() {
        return object;
    }

    /// The creation time as stated by the object; empty if there is none.
    public String created() {
        return created;
    }

    public ArrayNode cells() {
        return cells;
    }

    /// The problem of the object at the moment of the row.
    Optional<Problem> problem() {
        return problem;
    }

    /// The row as sent; must not be modified.
    byte[] json() {
        return json;
    }

    /// Whether the row must be rendered again although the object has not changed.
    boolean outdated(Instant now) {
        return !now.isBefore(until);
    }

    /// Estimated size in memory.
    int bytes() {
        return 2 * json.length + 200;
    }
}
