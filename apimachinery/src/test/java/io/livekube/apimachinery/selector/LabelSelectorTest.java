package io.livekube.apimachinery.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class LabelSelectorTest {
    private static final Map<String, String> LABELS =
            Map.of("app", "web", "tier", "front", "example.com/weight", "10", "empty", "", "in", "notin");
    private static final LabelSet WEB = key -> Optional.ofNullable(LABELS.get(key));

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
                    app=web,                | found '', expected: identifier after ','
                    ,app                    | found ',', expected: !, identifier, or 'end of string'
                    app=web tier=front      | found 'tier', expected: ',' or 'end of string'
                    app like web            | unable to parse requirement: found 'like', expected: in, notin, =, ==, !=, gt, lt
                    app in web              | unable to parse requirement: found 'web' expected: '('
                    app in (web             | unable to parse requirement: found '', expected: ',' or ')'
                    app in (a b)            | unable to parse requirement: found 'b', expected: ',' or ')'
                    !app=web                | found '=', expected: ',' or 'end of string'
                    !                       | unable to parse requirement: found '', expected: identifier
                    app===web               | unable to parse requirement: found '=', expected: identifier
                    app>many                | Invalid value: "many": for 'Gt', 'Lt' operators, the value must be an integer
                    -app=web                | Invalid value: "-app": name part must consist of
                    Example.com/app=web     | Invalid value: "Example.com/app": prefix part a lowercase RFC 1123 subdomain
                    /app=web                | Invalid value: "/app": prefix part must be non-empty
                    a/b/c=web               | Invalid value: "a/b/c": name part must consist of
                    app=web-                | values[0][app]: Invalid value: "web-": a valid label must be
                    app in (web,_db)        | values[0][app]: Invalid value: "_db": a valid label must be
                    """)
    void refusesWhatTheApiServerRefusesInItsWords(String selector, String problem) {
        assertThatExceptionOfType(InvalidSelectorException.class)
                .isThrownBy(() -> LabelSelector.parse(selector))
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
        assertThat(LabelSelector.parse("app=web,tier=front")).isEqualTo(LabelSelector.parse("tier=front,app=web"));
        assertThat(LabelSelector.parse("")).isEqualTo(LabelSelector.EVERYTHING);
    }
}
