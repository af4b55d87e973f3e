package io.livekube.hub.fleet;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.livekube.core.model.KubeObject;
import io.livekube.hub.problem.Verdict;
import java.time.Instant;

/// An object as a line of a table.
public final class Row {
    private final KubeObject object;
    private final String created;
    private final ArrayNode cells;
    private final Verdict verdict;
    private final byte[] json;

    /// @param json as readers get it, kept as it is
    Row(KubeObject object, String created, ArrayNode cells, Verdict verdict, byte[] json) {
        this.object = object;
        this.created = created;
        this.cells = cells;
        this.verdict = verdict;
        this.json = json;
    }

    public KubeObject object() {
        return object;
    }

    /// When the object was made, as it says; empty if it does not.
    public String created() {
        return created;
    }

    public ArrayNode cells() {
        return cells;
    }

    /// What is wrong with it.
    public Verdict verdict() {
        return verdict;
    }

    /// As readers get it; not to be written to.
    byte[] json() {
        return json;
    }

    /// Whether it has to be made again although the object is the same.
    boolean outdated(Instant now) {
        return verdict.until().filter(until -> !now.isBefore(until)).isPresent();
    }

    /// What it takes in memory, roughly.
    int bytes() {
        return 2 * json.length + 200;
    }
}
