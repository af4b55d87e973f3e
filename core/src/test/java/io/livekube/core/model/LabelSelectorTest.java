package io.livekube.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class LabelSelectorTest {
    private static final Labels WEB =
            Labels.of(Map.of("app", "web", "tier", "front", "example.com/weight", "10", "empty", "", "in", "notin"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "  ",
                "app",
                "app=web",
                "app==web",
                " app = web , tier = front ",
                "app!=db",
                "missing!=db",
                "app in (web,db)",
                "app in(db, web)",
                "app notin (db)",
                "missing notin (db,web)",
                "!missing",
                "! missing",
                "empty=",
                "empty=,app=web",
                "empty in ()",
                "empty in (a,)",
                "empty in (a,,b)",
                "in",
                "in in (notin)",
                "in=notin",
                "example.com/weight>9",
                "example.com/weight<11",
                "example.com/weight=10,tier notin (back),app,!canary"
            })
    void matches(String selector) {
        assertThat(LabelSelector.parse(selector).matches(WEB)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "missing",
                "app=db",
                "missing=",
                "empty!=",
                "app!=web",
                "app in (db)",
                "missing in ()",
                "tier notin (back,front)",
                "!app",
                "app=web,tier=back",
                "example.com/weight>10",
                "example.com/weight<10",
                "app>1",
                "missing<1"
            })
    void doesNotMatch(String selector) {
        assertThat(LabelSelector.parse(selector).matches(WEB)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    app=web,                | expected a label key or '!' at position 9, found the end
                    ,app                    | expected a label key or '!' at position 1, found ',app'
                    app=web tier=front      | expected ',' or the end at position 9, found 'tier=front'
                    app like web            | expected =, ==, !=, in, notin, <, > or ',' behind 'app' at position 5, found 'like web'
                    app in web              | expected '(' at position 8, found 'web'
                    app in (web             | expected ',' or ')' at position 12, found the end
                    app in (a b)            | expected ',' or ')' at position 11, found 'b)'
                    !app=web                | expected ',' or the end at position 5, found '=web'
                    !                       | expected a label key at position 2, found the end
                    app===web               | expected ',' or the end at position 6, found '=web'
                    app>many                | behind 'app>' stands 'many', which is not an integer
                    -app=web                | not a label key: '-app'
                    Example.com/app=web     | has the prefix 'Example.com', which is not a DNS subdomain
                    /app=web                | has the prefix '', which is not a DNS subdomain
                    a/b/c=web               | not a label key: 'a/b/c'
                    app=web-                | 'web-' cannot be the value of the label 'app'
                    app in (web,_db)        | '_db' cannot be the value of the label 'app'
                    """)
    void saysWhatIsWrong(String selector, String problem) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LabelSelector.parse(selector))
                .withMessageStartingWith("label selector '" + selector + "': ")
                .withMessageContaining(problem);
    }

    @Test
    void namesAndValuesHaveAtMost63Characters() {
        String longest = "x".repeat(63);
        assertThat(LabelSelector.parse(longest + "=" + longest).requirements()).hasSize(1);
        assertThatIllegalArgumentException().isThrownBy(() -> LabelSelector.parse("x" + longest));
        assertThatIllegalArgumentException().isThrownBy(() -> LabelSelector.parse("app=x" + longest));
    }

    @Test
    void theTextIsSortedAndShort() {
        assertThat(LabelSelector.parse("tier in (b,a,b), !canary , app==web"))
                .hasToString("app=web,!canary,tier in (a,b)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "app", "a=b,c!=d", "x in (,a)", "x notin (a,b),y=", "!z,w>5,w<9", "x=a,x!=b"})
    void theTextReadsBackToAnEqualSelector(String selector) {
        LabelSelector parsed = LabelSelector.parse(selector);
        assertThat(LabelSelector.parse(parsed.toString())).isEqualTo(parsed);
    }

    @Test
    void differentSpellingsOfTheSameConditionsAreEqual() {
        assertThat(LabelSelector.parse("b in (y,x),a==1,a=1")).isEqualTo(LabelSelector.parse("a in (1), b in (x,y)"));
        assertThat(LabelSelector.of(Map.of("app", "web", "tier", "front")))
                .isEqualTo(LabelSelector.parse("tier=front,app=web"));
        assertThat(LabelSelector.parse("")).isEqualTo(LabelSelector.EVERYTHING);
    }
}
