package io.livekube.hub.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Patterns compared with straightforward implementations.
class TextPatternTest {
    private static String text(SplittableRandom random, int most) {
        var text = new StringBuilder();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            text.append("ab-".charAt(random.nextInt(3)));
        }
        return text.toString();
    }

    @Test
    void bytesAreFoundWhereANaiveSearchFindsThem() {
        for (long seed = 0; seed < 3_000; seed++) {
            var random = new SplittableRandom(seed);
            String text = text(random, 40);
            String needle = text(random, 4);
            int from = random.nextInt(text.length() + 1);
            int to = from + random.nextInt(text.length() - from + 1);
            int expected = text.substring(0, to).indexOf(needle, from);
            assertThat(ByteSearch.indexOf(
                            text.getBytes(StandardCharsets.UTF_8), from, to, needle.getBytes(StandardCharsets.UTF_8)))
                    .as("seed %d: '%s' in '%s' from %d to %d", seed, needle, text, from, to)
                    .isEqualTo(expected);
        }
    }

    @Test
    void patternMatchesWhatTheEquivalentRegularExpressionMatches() {
        for (long seed = 0; seed < 3_000; seed++) {
            var random = new SplittableRandom(seed);
            List<String> pieces = new ArrayList<>();
            for (int i = random.nextInt(4); i >= 0; i--) {
                pieces.add(text(random, 3));
            }
            String text = text(random, 9);
            String regex = pieces.stream().map(Pattern::quote).collect(Collectors.joining(".*"));
            assertThat(TextPattern.whole(pieces).matches(text))
                    .as("seed %d: %s in '%s'", seed, pieces, text)
                    .isEqualTo(text.matches(regex));
        }
    }

    @Test
    void completeNameRanksAboveAWordAndAWordAboveAPart() {
        TextPattern web = TextPattern.part("Web");
        List<String> texts = List.of("web", "web-1", "my-web", "cobweb", "cobweb-web", "other");
        TextArena arena = new TextArena();
        texts.forEach(text -> {
            byte[] folded = TextArena.fold(text);
            arena.add(folded, 0, folded.length);
        });

        assertThat(IntStream.range(0, texts.size()).mapToObj(i -> arena.quality(web, i)))
                .containsExactly(
                        TextPattern.WHOLE,
                        TextPattern.PREFIX,
                        TextPattern.WORD,
                        TextPattern.INSIDE,
                        TextPattern.WORD,
                        TextPattern.NO_MATCH);
        assertThat(arena.matches(TextPattern.part("b\0w"), 0)).isFalse();
    }

    @Test
    void matchesAreFoundWithinTextsAndNeverAcrossTwo() {
        for (long seed = 0; seed < 500; seed++) {
            var random = new SplittableRandom(seed);
            TextArena arena = new TextArena();
            List<String> texts = new ArrayList<>();
            for (int i = random.nextInt(40); i > 0; i--) {
                String text = text(random, 12);
                texts.add(text);
                byte[] folded = TextArena.fold(text);
                arena.add(folded, 0, folded.length);
            }
            TextPattern pattern = random.nextBoolean()
                    ? TextPattern.part(text(random, 3))
                    : TextPattern.whole(List.of(text(random, 2), text(random, 2)));
            List<Boolean> expected = texts.stream().map(pattern::matches).toList();
            List<Boolean> actual = IntStream.range(0, texts.size())
                    .mapToObj(i -> arena.matches(pattern, i))
                    .toList();
            assertThat(actual).as("seed %d: %s in %s", seed, pattern, texts).isEqualTo(expected);
        }
    }
}
