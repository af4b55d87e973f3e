package io.livekube.hub.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Queries as users type them, and the error messages for invalid ones.
class QueryParserTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "web                              | *web*",
                "Web  API                         | *web* *api*",
                "kind:po                          | kind:po",
                "KIND:Pod                         | kind:pod",
                "ns:prod                          | namespace:prod",
                "namespace:prod-*                 | namespace:prod-*",
                "name:web                         | name:*web*",
                "image:nginx -status:running      | image:*nginx* -status:*running*",
                "cluster:prod*                    | cluster:prod*",
                "label:app=web                    | label:app=web",
                "label:app                        | label:*app*",
                "web-*-x                          | web-*-x",
                "*                                | *",
                "**                               | *",
                "\"two words\"                    | *two words*",
                "\"kind:pod\"                     | *kind:pod*",
                "status:\"back off\"              | status:*back off*",
                "\"-x\" -\"-y\"                   | *-x* -*-y*",
                "registry.example.io/a:1.2        | *registry.example.io/a:1.2*",
                "a-b                              | *a-b*",
            })
    void termsAreParsedAsIntended(String text, String meant) throws BadQueryException {
        assertThat(QueryParser.parse(text)).hasToString(meant);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``                | 1  | query is empty",
                "`   `             | 1  | query is empty",
                "web kind:         | 10 | Missing value after 'kind:'",
                "web -             | 5  | Missing term",
                "kinds:pod         | 1  | Unknown field 'kinds'",
                "web nginx:1.27    | 5  | put the text in quotes",
                "web \"open        | 5  | Unclosed quote",
                "name:\"\"         | 6  | Missing value after 'name:'",
                "\"\"              | 1  | Empty quotes",
                "a*b*c*d*e*f*g*h*i*j | 18 | at most 8 wildcards",
                "a b c d e f g h i j k l m n o p q | 33 | at most 16 terms",
            })
    void mistakeIsReportedInOneSentenceWithItsPosition(String text, int position, String said) {
        assertThatThrownBy(() -> QueryParser.parse(text)).isInstanceOfSatisfying(BadQueryException.class, wrong -> {
            assertThat(wrong.sentence()).contains(said).endsWith(".");
            assertThat(wrong.position()).isEqualTo(position);
        });
    }

    @Test
    void queryHasALimit() {
        assertThatThrownBy(() -> QueryParser.parse("x".repeat(513)))
                .isInstanceOf(BadQueryException.class)
                .hasMessageContaining("at most 512");
        assertThatThrownBy(() -> QueryParser.parse("a\u0000b"))
                .isInstanceOf(BadQueryException.class)
                .hasMessageContaining("control character");
    }

    @Test
    void anyInputIsAQueryOrAnErrorWithAPosition() {
        String[] bits = {
            "kind:", "ns:", "-", "\"", "*", " ", "web", "ü", "\uD83D", ":", "=", "/", "label:a=b", "\t", "x"
        };
        for (long seed = 0; seed < 3_000; seed++) {
            var random = new SplittableRandom(seed);
            var text = new StringBuilder();
            for (int i = random.nextInt(30); i > 0; i--) {
                text.append(bits[random.nextInt(bits.length)]);
            }
            try {
                Query query = QueryParser.parse(text.toString());
                assertThat(query.terms()).as("seed %d", seed).isNotEmpty().hasSizeLessThanOrEqualTo(16);
                query.terms().forEach(term -> term.pattern().matches("some text"));
            } catch (BadQueryException e) {
                assertThat(e.sentence()).as("seed %d", seed).endsWith(".");
                assertThat(e.position()).as("seed %d", seed).isBetween(1, text.length() + 1);
            }
        }
    }
}
