package io.livekube.apimachinery.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonPathTest {
    private static final String OBJECT = """
            {"a":{"b":1,"c.d":"dotted"},"l":[{"t":"x","v":1},{"t":"y","v":2},{"t":"z","v":3,"w":true}],"n":[10,20,30]}""";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                ".a.b|1",
                "$.a.b|1",
                ".a.c\\.d|dotted",
                ".a['c.d']|dotted",
                ".a[\"b\"]|1",
                ".none.b|",
                ".a.b.c|",
                ".n[0]|10",
                ".n[-1]|30",
                ".n[3]|",
                ".n[1:]|20 30",
                ".n[0:2]|10 20",
                ".n[*]|10 20 30",
                ".l[*].t|x y z",
                ".l[?(@.t==\"y\")].v|2",
                ".l[?(@.t=='y')].v|2",
                ".l[?(@.v>=2)].t|y z",
                ".l[?(@.v != 2)].t|x z",
                ".l[?(@.w)].t|z",
                "..t|x y z",
            })
    void itLeadsToTheValues(String path, String values) throws Exception {
        JsonNode object = new JsonMapper().readTree(OBJECT);

        assertThat(JsonPath.parse(path).all(object).map(JsonNode::asText).collect(Collectors.joining(" ")))
                .isEqualTo(values == null ? "" : values);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.b", ".a[", ".a[x]", ".a[?(@.b=]", ".a b"})
    void whatIsNoPathIsRefused(String path) {
        assertThatThrownBy(() -> JsonPath.parse(path)).isInstanceOf(JsonPath.UnreadableException.class);
    }
}
