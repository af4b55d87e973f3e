package io.livekube.agent.kinds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.livekube.core.model.Resource;
import io.livekube.protocol.Part;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KindSelectionTest {
    private static List<String> kinds(KindSelection selection) {
        return selection.ordered().stream().map(Part.Kind::kind).toList();
    }

    private static KindSelection only(String... names) {
        return KindSelection.of(List.of(names), Optional.empty(), false);
    }

    private static Part.Kind custom(String plural) {
        return new Part.Kind(new Resource("example.org", "v1", plural), "Custom", true);
    }

    @Test
    void theDefaultSetHasNoSecretsAndAllCustomResources() {
        KindSelection defaults = KindSelection.of(List.of(), Optional.empty(), false);
        assertThat(defaults).isEqualTo(KindSelection.defaults());
        assertThat(kinds(defaults))
                .hasSize(18)
                .startsWith("Pod", "Service", "Deployment")
                .contains("EndpointSlice", "Event", "CustomResourceDefinition")
                .doesNotContain("Secret");
        assertThat(defaults.custom()).isEqualTo(CustomKinds.ALL);
    }

    @Test
    void typesAreNamedAsPeopleWriteThem() {
        assertThat(kinds(only("pods", "Deployment", "ingresses.networking.k8s.io", "lease")))
                .containsExactly("Pod", "Deployment", "Ingress", "Lease");
    }

    @Test
    void aNarrowedSelectionFollowsCustomResourcesOnlyByName() {
        assertThat(only("Pod").custom()).isEqualTo(CustomKinds.NONE);
        KindSelection named = only("Pod", "widgets.example.org");
        assertThat(kinds(named)).containsExactly("Pod", "CustomResourceDefinition");
        assertThat(named.custom().wants(custom("widgets").resource())).isTrue();
        assertThat(named.custom().wants(custom("gadgets").resource())).isFalse();
    }

    @Test
    void secretsNeedARequest() {
        assertThatThrownBy(() -> only("Pod", "secrets")).hasMessageContaining("--secrets metadata");
        assertThat(kinds(KindSelection.of(List.of(), Optional.empty(), true)))
                .hasSize(19)
                .contains("Secret");
        assertThat(kinds(KindSelection.of(List.of("Pod"), Optional.empty(), true)))
                .containsExactly("Pod", "Secret");
    }

    @Test
    void unknownTypesAndGroupsAreNamed() {
        assertThatThrownBy(() -> only("Pot")).hasMessageContaining("'Pot'").hasMessageContaining("Pod, Service");
        assertThatThrownBy(() -> CustomKinds.parse("Example.org")).hasMessageContaining("'Example.org'");
        assertThatThrownBy(() -> CustomKinds.parse("")).hasMessageContaining("none, all");
    }

    @Test
    void groupsAreListed() {
        CustomKinds groups = CustomKinds.parse("example.org, other.io");
        assertThat(groups.wants(custom("widgets").resource())).isTrue();
        assertThat(groups.wants(new Resource("third.io", "v1", "widgets"))).isFalse();
    }

    @Test
    void singleKindsAreListedBesideGroups() {
        CustomKinds listed = CustomKinds.parse("widgets.example.org,other.io").and(Set.of("gears.third.io"));
        assertThat(listed.wants(new Resource("example.org", "v1", "widgets"))).isTrue();
        assertThat(listed.wants(new Resource("example.org", "v1", "gadgets"))).isFalse();
        assertThat(listed.wants(new Resource("other.io", "v1", "anything"))).isTrue();
        assertThat(listed.wants(new Resource("third.io", "v1", "gears"))).isTrue();
    }

    @Test
    void followedKindsStayWhenTheLimitIsReached() {
        List<Part.Kind> defined = List.of(custom("d"), custom("c"), custom("a"), custom("b"));
        CustomKinds two = CustomKinds.ALL.withLimit(2);
        assertThat(two.choose(defined, Set.of()).followed()).containsExactly(custom("a"), custom("b"));
        CustomKinds.Choice choice = two.choose(defined, Set.of(custom("d"), custom("gone")));
        assertThat(choice.followed()).containsExactly(custom("d"), custom("a"));
        assertThat(choice.leftOut()).containsExactly(custom("b"), custom("c"));
    }
}
