package io.livekube.simulator.store;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.apimachinery.selector.LabelSet;
import java.util.Arrays;
import java.util.Optional;

/// Labels of one object, extracted when it was written.
public final class StoredLabels implements LabelSet {
    static final StoredLabels NONE = new StoredLabels(new String[0]);

    private final String[] pairs;

    private StoredLabels(String[] pairs) {
        this.pairs = pairs;
    }

    static StoredLabels of(JsonNode metadata, StringCache strings) {
        JsonNode labels = metadata.path("labels");
        if (labels.isEmpty()) {
            return NONE;
        }
        String[] pairs = new String[labels.size() * 2];
        int i = 0;
        for (var label : labels.properties()) {
            pairs[i++] = strings.same(label.getKey());
            pairs[i++] = strings.same(label.getValue().asText());
        }
        return new StoredLabels(pairs);
    }

    @Override
    public Optional<String> get(String key) {
        for (int i = 0; i < pairs.length; i += 2) {
            if (pairs[i].equals(key)) {
                return Optional.of(pairs[i + 1]);
            }
        }
        return Optional.empty();
    }

    /// The previous version's labels if they are equal, so that versions share them.
    StoredLabels shared(StoredLabels previous) {
        return Arrays.equals(pairs, previous.pairs) ? previous : this;
    }
}
