package io.livekube.cli.objects;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Watch events derived from messages of a stream.
class StreamedRowsTest {
    private final StreamedRows held = new StreamedRows();

    private static String row(String name, int version) {
        return "{\"namespace\":\"n\",\"name\":\"%s\",\"uid\":\"u\",\"version\":\"%d\",\"cells\":[%d]}"
                .formatted(name, version, version);
    }

    private List<String> apply(String message) throws IOException {
        return held.apply(new ObjectMapper().readTree(message)).stream()
                .map(event -> event.type() + " " + event.row().path("name").asText())
                .toList();
    }

    @Test
    void rowsAppearChangeAndDisappear() throws IOException {
        assertThat(apply("{\"reset\":true,\"rows\":[%s,%s]}".formatted(row("a", 1), row("b", 1))))
                .containsExactly("ADDED a", "ADDED b");
        assertThat(apply("{\"rows\":[%s],\"removed\":[{\"namespace\":\"n\",\"name\":\"b\"}]}".formatted(row("a", 2))))
                .containsExactly("MODIFIED a", "DELETED b");
        assertThat(apply("{\"rows\":[],\"state\":\"stale\"}")).isEmpty();
    }

    @Test
    void aRepeatedStatePrintsOnlyDifferences() throws IOException {
        apply("{\"reset\":true,\"rows\":[%s,%s,%s]}".formatted(row("a", 1), row("b", 1), row("c", 1)));

        assertThat(apply("{\"reset\":true,\"more\":true,\"rows\":[%s]}".formatted(row("a", 1))))
                .isEmpty();
        assertThat(apply("{\"rows\":[%s]}".formatted(row("c", 2)))).containsExactly("MODIFIED c", "DELETED b");
    }
}
