package io.livekube.hub.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Slow readers get the latest value of each key, in complete states.
class ConflationTest {
    private final Conflation<String, Integer> changes = new Conflation<>();

    @Test
    void latestValueOfEachKeyIsSentOnce() {
        changes.change("a", 1);
        changes.change("b", 2);
        changes.change("a", 3);
        assertThat(changes.next(10, 7)).isEqualTo(List.of(Map.entry("a", 3), Map.entry("b", 2)));
        assertThat(changes.target()).isEqualTo(7);
        assertThat(changes.isEmpty()).isTrue();
        assertThat(changes.takeConflated()).isEqualTo(1);
        assertThat(changes.takeConflated()).isZero();
    }

    @Test
    void changeDuringAStateBelongsToTheNextOneUnlessItsKeyIsStillPending() {
        changes.change("a", 1);
        changes.change("b", 1);
        assertThat(changes.next(1, 5)).isEqualTo(List.of(Map.entry("a", 1)));
        assertThat(changes.more()).isTrue();
        changes.change("a", 2);
        changes.change("b", 2);
        assertThat(changes.next(10, 9)).isEqualTo(List.of(Map.entry("b", 2)));
        assertThat(changes.more()).isFalse();
        assertThat(changes.target()).as("not everything up to 9 has been sent").isEqualTo(5);
        assertThat(changes.next(10, 9)).isEqualTo(List.of(Map.entry("a", 2)));
        assertThat(changes.target()).isEqualTo(9);
    }
}
