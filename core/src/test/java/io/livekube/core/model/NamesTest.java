package io.livekube.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Keys, UIDs, labels and resources.
class NamesTest {
    @Test
    void uuidsAreKeptExactly() {
        String uuid = "6b1d1c2e-8f3a-4c5d-9e7f-0123456789ab";
        assertThat(Uid.of(uuid)).hasToString(uuid).isEqualTo(Uid.of(uuid));
    }

    @Test
    void anyOtherUidIsStillEqualToItselfOnly() {
        List<String> texts =
                List.of("", "abc", "6B1D1C2E-8F3A-4C5D-9E7F-0123456789AB", "6b1d1c2e_8f3a-4c5d-9e7f-0123456789ab");
        assertThat(texts.stream().map(Uid::of)).doesNotHaveDuplicates();
        assertThat(Uid.of("abc")).isEqualTo(Uid.of("abc"));
    }

    @Test
    void keysAreReadAndOrdered() {
        assertThat(ObjectKey.parse("a/b")).isEqualTo(new ObjectKey("a", "b")).hasToString("a/b");
        assertThat(ObjectKey.parse("b")).isEqualTo(new ObjectKey("", "b")).hasToString("b");
        assertThat(List.of(ObjectKey.parse("b/a"), ObjectKey.parse("z"), ObjectKey.parse("a/z"), ObjectKey.parse("a/b"))
                        .stream()
                        .sorted())
                .map(ObjectKey::toString)
                .containsExactly("z", "a/b", "a/z", "b/a");
        for (String wrong : List.of("", "a/", "a/b/c")) {
            assertThatThrownBy(() -> ObjectKey.parse(wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("not a key: '" + wrong + "'");
        }
    }

    @Test
    void labelsAreEqualInAnyOrder() {
        Labels labels = Labels.of(Map.of("b", "2", "a", "1"));
        assertThat(labels.get("a")).contains("1");
        assertThat(labels.get("c")).isEmpty();
        assertThat(labels).hasToString("{a=1, b=2}").isEqualTo(Labels.of(labels.asMap()));
        assertThat(labels.hashCode()).isEqualTo(Labels.of(labels.asMap()).hashCode());
        assertThat(Labels.of(Map.of())).isSameAs(Labels.NONE);
        assertThat(labels.isEmpty()).isFalse();
    }

    @Test
    void resourcesKnowTheirPaths() {
        Resource deployments = new Resource("apps", "v1", "deployments");
        assertThat(deployments.path()).isEqualTo("/apis/apps/v1/deployments");
        assertThat(deployments.path("shop")).isEqualTo("/apis/apps/v1/namespaces/shop/deployments");
        assertThat(deployments).hasToString("deployments.apps");
        assertThat(Resource.core("v1", "pods").path("a")).isEqualTo("/api/v1/namespaces/a/pods");
        assertThatThrownBy(() -> new Resource("apps", "", "deployments")).isInstanceOf(IllegalArgumentException.class);
    }
}
