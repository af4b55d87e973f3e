package io.livekube.core.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonScannerTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "null",
                "true",
                "false",
                "0",
                "-1.5e+10",
                "\"\"",
                "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e4\"",
                "\"ä€😀\"",
                " { \"a\" : [ 1 , { \"b\" : null } ] , \"\" : \"}\" } ",
                "[[],{},[{}]]",
                "{\"a\":1,\"a\":2}",
                "\t\r\n[\n1\r,\t2 ]"
            })
    void validJsonIsSkippedToItsEnd(String json) throws Exception {
        JsonScanner scanner = scanner(json);
        scanner.skipValue();
        assertThat(scanner.atEnd()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "[",
                "}",
                "{]",
                "[}",
                "{\"a\"}",
                "{\"a\":}",
                "{\"a\":1,}",
                "{a:1}",
                "{1:1}",
                "{\"a\" 1}",
                "{\"a\":1 \"b\":2}",
                "[1,]",
                "[1 2]",
                "[,]",
                "tru",
                "nul",
                "True",
                "'a'",
                "\"",
                "\"\\",
                "\"\\\"",
                "\"\\x\"",
                "\"\\u12\"",
                "\"\\u12g4\"",
                "\"line\nbreak\"",
                "\"\u0001\"",
                "+1",
                ".5",
                "NaN"
            })
    void inputThatIsNotJsonIsRefused(String json) {
        assertThatThrownBy(() -> scanner(json).skipValue())
                .isInstanceOf(MalformedJsonException.class)
                .hasMessageContaining("at byte");
    }

    @Test
    void textThatIsNotUtf8IsRefused() {
        byte[] latin1 = "\"Zürich\"".getBytes(StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> new JsonScanner(latin1, 0, latin1.length).skipValue())
                .isInstanceOf(MalformedJsonException.class)
                .hasMessageContaining("not UTF-8");
    }

    @Test
    void nestingIsFollowedToItsLimitAndNoFurther() throws Exception {
        int deepest = JsonScanner.MAX_DEPTH;
        scanner("[".repeat(deepest) + "]".repeat(deepest)).skipValue();
        assertThatThrownBy(() -> scanner("[".repeat(deepest + 1) + "]".repeat(deepest + 1))
                        .skipValue())
                .isInstanceOf(MalformedJsonException.class)
                .hasMessageContaining("nested deeper than " + deepest);
        assertThatThrownBy(() -> scanner("{\"a\":".repeat(100_000)).skipValue())
                .isInstanceOf(MalformedJsonException.class);
    }

    @Test
    void stringsAreReadWithTheirEscapes() throws Exception {
        assertThat(scanner(" \"a\\tb\\\\\\u0041\\ud83d\\ude00\\/ä\"").readString())
                .isEqualTo("a\tb\\A😀/ä");
        assertThat(scanner("\"plain\"").readString()).isEqualTo("plain");
        assertThatThrownBy(() -> scanner("1").readString())
                .isInstanceOf(MalformedJsonException.class)
                .hasMessage("expected a string at byte 0, but found '1'");
    }

    @Test
    void onlyTheGivenRangeIsLookedAt() throws Exception {
        byte[] bytes = "xx[1,2]]yy".getBytes(StandardCharsets.UTF_8);
        JsonScanner scanner = new JsonScanner(bytes, 2, 7);
        scanner.skipValue();
        assertThat(scanner.position()).isEqualTo(7);
        assertThat(scanner.atEnd()).isTrue();
        scanner.reset(bytes, 2, 5);
        assertThatThrownBy(scanner::skipValue)
                .isInstanceOf(MalformedJsonException.class)
                .hasMessageContaining("the input ended");
    }

    private static JsonScanner scanner(String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        return new JsonScanner(bytes, 0, bytes.length);
    }
}
