package io.livekube.simulator.store;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.Optional;

/// An object's labels, as selectors look at them.
public final class Labels {
    static final Labels NONE = new Labels(new String[0]);

    private final String[] pairs;

    private Labels(String[] pairs) {
        this.pairs = pairs;
    }

    static Labels of(JsonNode metadata, StringCache strings) {
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
        return new Labels(pairs);
    }

    public Optional<String> value(String key) {
        for (int i = 0; i < pairs.length; i += 2) {
            if (pairs[i].equals(key)) {
                return Optional.of(pairs[i + 1]);
            }
        }
        return Optional.empty();
    }

    /// The previous version's labels if they are the same, so that versions share them.
    Labels shared(Labels previous) {
        return Arrays.equals(pairs, previous.pairs) ? previous : this;
    }
}
