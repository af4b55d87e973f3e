package io.livekube.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoundsTest {
    @Test
    void contestantsDoNotRunInTheSameOrderInEveryRound() throws Exception {
        List<String> order = new ArrayList<>();

        Rounds.interleave(3, List.of("a", "b", "c"), (contestant, round) -> order.add(contestant + round));

        assertThat(order).containsExactly("a1", "b1", "c1", "c2", "b2", "a2", "a3", "b3", "c3");
    }
}
