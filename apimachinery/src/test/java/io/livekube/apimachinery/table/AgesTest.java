package io.livekube.apimachinery.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgesTest {
    @ParameterizedTest
    @CsvSource({
        "PT-5S,<invalid>",
        "PT-2S,<invalid>",
        "PT-1.9S,0s",
        "PT0S,0s",
        "PT119S,119s",
        "PT2M,2m",
        "PT9M59S,9m59s",
        "PT10M1S,10m",
        "PT2H59M,179m",
        "PT3H,3h",
        "PT7H59M,7h59m",
        "PT47H59M,47h",
        "PT48H,2d",
        "PT191H,7d23h",
        "P8D,8d",
        "P7DT5H,7d5h",
        "P729D,729d",
        "P730D,2y",
        "P800D,2y70d",
        "P2919D,7y364d",
        "P2920D,8y",
        "P3000D,8y"
    })
    void aSpanHasTheFiguresThatMatter(Duration span, String text) {
        assertThat(Ages.text(span)).isEqualTo(text);
    }

    @Test
    void whatHasNoTimestampHasNoAge() {
        Instant now = Instant.parse("2026-01-01T00:01:00Z");

        assertThat(Ages.since(MissingNode.getInstance(), now)).isEqualTo("<unknown>");
        assertThat(Ages.since(TextNode.valueOf("2026-01-01T01:00:30+01:00"), now))
                .isEqualTo("30s");
    }

    @ParameterizedTest
    @CsvSource({
        "2026-01-31T23:59:59Z,2026-01-31T23:59:59Z",
        "2024-02-29T00:00:00Z,2024-02-29T00:00:00Z",
        "0001-01-01T00:00:00Z,0001-01-01T00:00:00Z",
        "2026-01-31T23:59:59.123456Z,2026-01-31T23:59:59.123456Z",
        "2026-01-31T23:59:59+01:00,2026-01-31T22:59:59Z",
        "2025-02-29T00:00:00Z,",
        "2026-13-01T00:00:00Z,",
        "2026-01-31T24:00:00Z,",
        "2026-01-31T23:59:60Z,",
        "2026-01-31 23:59:59Z,",
        "+026-01-31T23:59:59Z,",
        "2026-01-31T23:59:5xZ,"
    })
    void aTimestampIsReadIfItIsOne(String text, Instant expected) {
        assertThat(Ages.instant(TextNode.valueOf(text))).isEqualTo(Optional.ofNullable(expected));
    }
}
