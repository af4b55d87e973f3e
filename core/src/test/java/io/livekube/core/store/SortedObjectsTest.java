package io.livekube.core.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.model.KubeObject;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SortedObjectsTest {
    private final TestingPods pods = new TestingPods();

    @Test
    void aTreeBuiltAtOnceIsInShapeAtAnySize() {
        KubeObject[] sorted = sorted(5_000);
        for (int size : List.of(0, 1, 63, 64, 65, 127, 128, 129, 4_095, 4_096, 4_097, 5_000)) {
            SortedObjects tree = SortedObjects.of(Arrays.copyOf(sorted, size));
            TreeShape.check(tree);
            assertThat(tree.all()).isEqualTo(Arrays.asList(sorted).subList(0, size));
        }
    }

    @Test
    void aTreeStaysInShapeWhileItIsEmptiedFromEitherEnd() {
        KubeObject[] sorted = sorted(5_000);
        SortedObjects fromLeft = SortedObjects.of(sorted);
        SortedObjects fromRight = fromLeft;
        for (int i = 0; i < sorted.length; i++) {
            fromLeft = fromLeft.remove(0, sorted[i]);
            fromRight = fromRight.remove(0, sorted[sorted.length - 1 - i]);
            if (i % 97 == 0 || i > 4_800) {
                TreeShape.check(fromLeft);
                TreeShape.check(fromRight);
            }
        }
        assertThat(fromLeft.size() + fromRight.size()).isZero();
    }

    private KubeObject[] sorted(int size) {
        KubeObject[] objects = new KubeObject[size];
        for (int i = 0; i < size; i++) {
            objects[i] = pods.pod("a", "pod-%05d".formatted(i), 1).made();
        }
        return objects;
    }
}
