package io.livekube.lab.child;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ObjectSetDigestTest {
    @Test
    void orderDoesNotMatterButVersionsDo() {
        var one = new ObjectSetDigest();
        one.add("default", "a", "1");
        one.add("default", "b", "2");
        var other = new ObjectSetDigest();
        other.add("default", "b", "2");
        other.add("default", "a", "1");
        var newer = new ObjectSetDigest();
        newer.add("default", "a", "1");
        newer.add("default", "b", "3");

        assertThat(one.hex()).isEqualTo(other.hex()).isNotEqualTo(newer.hex());
    }

    @Test
    void theGoContestantsComputeTheSame() {
        var digest = new ObjectSetDigest();
        digest.add("team-000", "web-1", "42");

        assertThat(digest.hex()).isEqualTo("8ec46d27496cee37"); // also in lab/peers/child/digest_test.go
    }
}
