package io.livekube.hub.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// What letter pairs reveal about a name without reading it.
class LetterPairsTest {
    private static final List<String> WORDS = List.of("cart", "checkout", "content", "billing", "search", "web");

    private static int pairs(String text) {
        byte[] folded = TextArena.fold(text);
        return LetterPairs.of(folded, 0, folded.length);
    }

    private static String text(SplittableRandom random, int most) {
        var text = new StringBuilder();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            text.append("aeb-ü".charAt(random.nextInt(5)));
        }
        return text.toString();
    }

    private static TextPattern pattern(SplittableRandom random) {
        if (random.nextBoolean()) {
            return TextPattern.part(text(random, 3));
        }
        List<String> pieces = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            pieces.add(text(random, 3));
        }
        return TextPattern.whole(pieces);
    }

    @Test
    void noMatchIsRuledOutAndNoneExceedsTheUpperBound() {
        for (long seed = 0; seed < 20_000; seed++) {
            var random = new SplittableRandom(seed);
            String text = text(random, 7);
            TextPattern pattern = pattern(random);
            byte[] folded = TextArena.fold(text);
            byte quality = pattern.quality(folded, 0, folded.length);

            assertThat(quality)
                    .as("seed %d: %s in '%s'", seed, pattern, text)
                    .isLessThanOrEqualTo(pattern.qualityAtMost(pairs(text)));
        }
    }

    @Test
    void mostNamesWithoutAWordAreRuledOutWhateverTheirSuffix() {
        var random = new SplittableRandom(1);
        TextPattern prod = TextPattern.part("prod");
        int open = 0;
        for (int i = 0; i < 10_000; i++) {
            var name = new StringBuilder(WORDS.get(i % 6))
                    .append('-')
                    .append(WORDS.get(i / 6 % 6))
                    .append('-');
            for (int letter = 0; letter < 16; letter++) {
                name.append("bcdfghjklmnpqrstvwxz2456789".charAt(random.nextInt(27)));
            }
            open += prod.mayMatch(pairs(name.toString())) ? 1 : 0;
        }

        assertThat(open).isLessThan(2_000);
        assertThat(prod.mayMatch(pairs("the-prod-1"))).isTrue();
    }

    @Test
    void nameWithAnotherBeginningIsNotRead() {
        TextPattern letter = TextPattern.part("a");

        assertThat(letter.qualityAtMost(pairs("bach"))).isEqualTo(TextPattern.WORD);
        assertThat(letter.qualityAtMost(pairs("ab"))).isEqualTo(TextPattern.WHOLE);
    }
}
