package io.livekube.simulator.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.apimachinery.selector.InvalidSelectorException;
import io.livekube.apimachinery.selector.LabelSelector;
import io.livekube.simulator.resource.BuiltInTypes;
import io.livekube.simulator.resource.ResourceType;
import io.livekube.simulator.store.ObjectStore;
import io.livekube.simulator.store.StoreConfig;
import io.livekube.simulator.store.StoredJson;
import io.livekube.simulator.store.StoredObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectFilterTest {
    private final ObjectStore store = new ObjectStore(StoreConfig.defaults());
    private final StoredObject pod = store.create(BuiltInTypes.POD, pod());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "app",
                "app=web",
                "app==web",
                "app!=db",
                "missing!=x",
                "!missing",
                "app in (web, db)",
                "app in (web)",
                "app notin (db)",
                "missing notin (x)",
                "app=web,tier",
                "size>2",
                "size<4",
                "empty=",
                " app = web , tier ",
                "example.com/part=x"
            })
    void labelsMatch(String selector) {
        assertThat(LabelSelector.parse(selector).matches(pod.labels())).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "missing",
                "app=db",
                "app!=web",
                "!app",
                "app in (db,x)",
                "app notin (web)",
                "app=web,missing",
                "size>3",
                "size<3",
                "app=",
                "app>1"
            })
    void labelsDoNotMatch(String selector) {
        assertThat(LabelSelector.parse(selector).matches(pod.labels())).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {",", "a===b", "a,", "a in b", "a=-x", "a b", "=a", "a in (b", "&", "a>x"})
    void invalidLabelSelectorsAreRefused(String selector) {
        assertThatThrownBy(() -> LabelSelector.parse(selector)).isInstanceOf(InvalidSelectorException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "metadata.name=p",
                "metadata.name!=q",
                "metadata.namespace==ns",
                "spec.nodeName=n1",
                "status.phase=",
                "spec.nodeName=n1,metadata.name=p",
                "spec.host=n1"
            })
    void fieldsMatch(String selector) {
        assertThat(fields(BuiltInTypes.POD, selector).test(pod)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"metadata.name=q", "spec.nodeName!=n1", "spec.nodeName=n1,metadata.name=q"})
    void fieldsDoNotMatch(String selector) {
        assertThat(fields(BuiltInTypes.POD, selector).test(pod)).isFalse();
    }

    @Test
    void unknownFieldsAreRefusedInTheServersWords() {
        assertThatThrownBy(() -> fields(BuiltInTypes.POD, "foo=1")).hasMessage("field label not supported: foo");
        assertThatThrownBy(() -> fields(BuiltInTypes.CONFIG_MAP, "foo=1"))
                .hasMessage("\"foo\" is not a known field selector: only \"metadata.name\", \"metadata.namespace\"");
        assertThatThrownBy(() -> fields(BuiltInTypes.POD, "foo"))
                .hasMessage("invalid selector: 'foo'; can't understand 'foo'");
        assertThatThrownBy(() -> fields(BuiltInTypes.NODE, "metadata.namespace=x"))
                .hasMessage("field label not supported: metadata.namespace");
    }

    private ObjectFilter fields(ResourceType type, String selector) {
        return ObjectFilter.parse("", selector, type, "", store);
    }

    private static ObjectNode pod() {
        ObjectNode pod = StoredJson.object();
        ObjectNode metadata = pod.putObject("metadata").put("name", "p").put("namespace", "ns");
        metadata.putObject("labels")
                .put("app", "web")
                .put("tier", "front")
                .put("size", "3")
                .put("empty", "")
                .put("example.com/part", "x");
        pod.putObject("spec").put("nodeName", "n1");
        return pod;
    }
}
