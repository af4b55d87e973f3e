package io.livekube.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.livekube.core.model.KubeObject;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class DigestTest {
    private final TestingPods pods = new TestingPods();

    @Test
    void isTheSameOnEveryMachineAndInEveryVersion() {
        Digest digest = Digest.of(
                List.of(
                        pods.decode(
                                "{\"metadata\":{\"name\":\"web\",\"namespace\":\"a\",\"uid\":\"u\",\"resourceVersion\":\"5\"}}"),
                        pods.decode(
                                "{\"metadata\":{\"name\":\"node-1\",\"uid\":\"v\",\"resourceVersion\":\"17\"},\"spec\":{}}"),
                        pods.decode(
                                "{\"metadata\":{\"name\":\"grün\",\"namespace\":\"b\",\"resourceVersion\":\"18446744073709551615\"}}")));
        // Computed by another implementation of XXH3 from the definition in Digest.
        assertThat(Digest.bucketOf("a", "web")).isEqualTo(229);
        assertThat(Digest.bucketOf("", "node-1")).isEqualTo(89);
        assertThat(Digest.bucketOf("b", "grün")).isEqualTo(221);
        assertThat(digest.bucket(229)).isEqualTo(0x83575aec5d8fcf77L);
        assertThat(digest.bucket(89)).isEqualTo(0x9ac9654a7686a552L);
        assertThat(digest.bucket(221)).isEqualTo(0x5114b7bb6ee1931fL);
        assertThat(digest).hasToString("6f3577f242f807e8");
    }

    @Test
    void isIndependentOfTheOrderOfChangesAndReversible() {
        KubeObject one = pods.pod("a", "one", 1).made();
        KubeObject two = pods.pod("a", "two", 2).made();
        KubeObject twoLater = pods.pod("a", "two", 3).made();
        Digest both = Digest.EMPTY.plus(one).plus(twoLater);
        assertThat(Digest.EMPTY.plus(two).plus(one).exchange(two, twoLater)).isEqualTo(both);
        assertThat(Digest.of(List.of(twoLater, one))).isEqualTo(both).hasSameHashCodeAs(both);
        assertThat(both.minus(one).minus(twoLater)).isEqualTo(Digest.EMPTY);
        assertThat(both.total()).isNotEqualTo(Digest.EMPTY.total());
    }

    @Test
    void aDifferenceInVersionOrContentNamesTheBucket() {
        KubeObject one = pods.pod("a", "one", 1).made();
        KubeObject two = pods.pod("a", "two", 2).made();
        Digest digest = Digest.of(List.of(one, two));
        int bucket = Digest.bucketOf("a", "two");
        Digest newer = Digest.of(List.of(one, pods.pod("a", "two", 3).made()));
        Digest damaged =
                Digest.of(List.of(one, pods.pod("a", "two", 2).note("damaged").made()));
        Digest without = Digest.of(List.of(one));
        for (Digest other : List.of(newer, damaged, without)) {
            assertThat(differing(digest, other)).containsExactly(bucket);
            assertThat(digest).isNotEqualTo(other);
        }
        assertThat(differing(digest, digest)).isEmpty();
    }

    private static IntStream differing(Digest one, Digest other) {
        return IntStream.range(0, Digest.BUCKETS).filter(i -> one.bucket(i) != other.bucket(i));
    }

    @Test
    void travelsAsItsBuckets() {
        Digest digest = Digest.of(List.of(pods.pod("a", "one", 1).made()));
        assertThat(Digest.of(digest.buckets())).isEqualTo(digest);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Digest.of(new long[16]))
                .withMessageContaining("256 buckets, got 16");
    }

    @Test
    void theObjectsOfABucketCanBePicked() {
        Store store = new Store("pods");
        for (int i = 0; i < 500; i++) {
            store.apply(pods.pod("a", "web-" + i, i + 1).made());
        }
        var two = new BitSet();
        two.set(3);
        two.set(200);
        assertThat(store.snapshot().inBuckets(two))
                .isNotEmpty()
                .allSatisfy(o ->
                        assertThat(Digest.bucketOf(o.namespace(), o.name())).isIn(3, 200));
        assertThat(Digest.of(store.snapshot().inBuckets(two).toList()).bucket(3))
                .isEqualTo(store.digest().bucket(3));
    }
}
