package io.livekube.lab.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// The oracle's own parsing of lists: it cuts out the right fields and leaves every other byte unchanged.
class RawItemsTest {
    private static Map<String, String> items(String items, String... dropped) {
        String list = "{\"kind\":\"List\",\"metadata\":{\"name\":\"no item\"},\"items\":[" + items + "]}";
        return RawItems.of(list.getBytes(StandardCharsets.UTF_8), Set.of(dropped)::contains);
    }

    @Test
    void itemsAreReadByteForByte() {
        String ant = "{\"metadata\":{\"name\":\"ant\",\"namespace\":\"n\"},\"x\":[1.50, 1e3,\"\\u003cä\"]}";
        String bee = "{\"metadata\":{\"name\":\"bee\"}}";

        assertThat(items(ant + "," + bee)).containsExactly(Map.entry("/bee", bee), Map.entry("n/ant", ant));
    }

    @Test
    void fieldIsRemovedWithItsCommaAtAnyPosition() {
        String first = "{\"cut\":{\"a\":[1]},\"metadata\":{\"name\":\"ant\"}}";
        String middle = "{\"metadata\":{\"name\":\"bee\"},\"cut\":[2],\"z\":1}";
        String last = "{\"metadata\":{\"name\":\"cat\",\"gone\":\"x\"},\"also\":1,\"cut\":3}";

        assertThat(items(first + "," + middle + "," + last, "cut", "also", "metadata.gone"))
                .containsExactly(
                        Map.entry("/ant", "{\"metadata\":{\"name\":\"ant\"}}"),
                        Map.entry("/bee", "{\"metadata\":{\"name\":\"bee\"},\"z\":1}"),
                        Map.entry("/cat", "{\"metadata\":{\"name\":\"cat\"}}"));
    }

    @Test
    void duplicateItemIsDetected() {
        String ant = "{\"metadata\":{\"name\":\"ant\"}}";

        assertThatThrownBy(() -> items(ant + "," + ant)).hasMessageContaining("twice in one list: /ant");
    }
}
