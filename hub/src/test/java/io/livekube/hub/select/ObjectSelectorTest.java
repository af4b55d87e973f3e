package io.livekube.hub.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.livekube.apimachinery.selector.FieldSelector;
import io.livekube.apimachinery.selector.InvalidSelectorException;
import io.livekube.apimachinery.selector.SelectableFields;
import io.livekube.core.model.FormatConfig;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.ObjectFormat;
import io.livekube.core.model.Resource;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Selectors applied to objects, and kube-apiserver's messages for those it rejects.
class ObjectSelectorTest {
    private static final Resource PODS = Resource.core("v1", "pods");
    private static final Resource EVENTS = Resource.core("v1", "events");

    private static KubeObject object(Resource resource, String rest) throws MalformedObjectException {
        byte[] json = """
                {"metadata":{"name":"a","namespace":"x","uid":"0b4f2f5e-0000-4000-8000-000000000001",\
                "resourceVersion":"7","labels":{"app":"web"}},%s}\
                """.formatted(rest).getBytes(StandardCharsets.UTF_8);
        return new ObjectFormat(resource, FormatConfig.defaultsFor(resource)).decode(json, 0, json.length);
    }

    private static SelectableFields fields(Resource resource) {
        return SelectableFields.builtIn(resource.toString(), resource.version());
    }

    private static boolean selects(Resource resource, String rest, String fields) throws MalformedObjectException {
        return ObjectSelector.parse("", fields, fields(resource)).test(object(resource, rest));
    }

    private static final String POD = """
            "spec":{"nodeName":"n1","hostNetwork":true,"schedulerName":"a\\u002cb","containers":[{"name":"spec.x"}]},\
            "status":{"phase":"Running","podIP":"10.0.0.1"}\
            """;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "metadata.name=a | true",
                "metadata.name!=a | false",
                "metadata.name==a,metadata.namespace=x | true",
                "metadata.namespace=y | false",
                "spec.nodeName=n1 | true",
                "spec.host=n1 | true",
                "spec.nodeName= | false",
                "status.phase=Running,spec.nodeName=n2 | false",
                "spec.hostNetwork=true | true",
                "spec.hostNetwork=false | false",
                "spec.restartPolicy= | true",
                "spec.restartPolicy!=Always | true",
                "spec.schedulerName=a\\,b | true",
                "status.podIP=10.0.0.1,spec.nodeName!= | true",
                "status.podIPs=10.0.0.1 | false",
                ",, | true",
            })
    void podsAreSelectedByTheirFields(String fields, boolean selected) throws Exception {
        assertThat(selects(PODS, POD, fields)).isEqualTo(selected);
    }

    @Test
    void absentBooleansAndNumbersHaveTheirZeroValues() throws Exception {
        assertThat(selects(PODS, "\"spec\":{}", "spec.hostNetwork=false")).isTrue();
        assertThat(selects(Resource.core("v1", "nodes"), "\"spec\":{}", "spec.unschedulable=false"))
                .isTrue();
        Resource jobs = new Resource("batch", "v1", "jobs");
        assertThat(selects(jobs, "\"status\":{}", "status.successful=0")).isTrue();
        assertThat(selects(jobs, "\"status\":{\"succeeded\":3}", "status.successful=3"))
                .isTrue();
    }

    @Test
    void eventsAreSelectedByInvolvedObjectAndSource() throws Exception {
        String event = """
                "involvedObject":{"kind":"Pod","name":"web-1","namespace":"x","uid":"u1"},"reason":"Started",\
                "type":"Normal","source":{},"reportingComponent":"kubelet"\
                """;
        assertThat(selects(EVENTS, event, "involvedObject.name=web-1,involvedObject.uid=u1,involvedObject.kind=Pod"))
                .isTrue();
        assertThat(selects(EVENTS, event, "involvedObject.uid=u2,involvedObject.name=web-1"))
                .isFalse();
        assertThat(selects(EVENTS, event, "source=kubelet,type=Normal,reason!=Killing"))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pods | spec.colour=red | field label not supported: spec.colour",
                "nodes | metadata.namespace=x | field label not supported: metadata.namespace",
                "configmaps | type=a | \"type\" is not a known field selector: only \"metadata.name\", \"metadata.namespace\"",
                "pods | metadata.name | invalid selector: 'metadata.name'; can't understand 'metadata.name'",
                "pods | metadata.name=a=b | invalid field selector: unescaped character in value: 61",
                "pods | metadata.name=a\\b | invalid field selector: invalid escape sequence: \\b",
                "pods | metadata.name=a\\ | invalid field selector: invalid escape sequence: \\",
            })
    void unsupportedFieldsAreRejectedWithTheApiServersMessage(String plural, String fields, String said) {
        assertThatThrownBy(() -> ObjectSelector.parse("", fields, fields(Resource.core("v1", plural))))
                .isInstanceOf(InvalidSelectorException.class)
                .hasMessage(said);
    }

    @Test
    void resourceSlicesAreRejectedWithTheirVersion() {
        var slices = new Resource("resource.k8s.io", "v1beta2", "resourceslices");
        assertThatThrownBy(() -> ObjectSelector.parse("", "x=1", fields(slices)))
                .hasMessage("field label not supported for resource.k8s.io/v1beta2, Kind=ResourceSlice: x");
    }

    @Test
    void customKindsAreSelectedByTheFieldsInTheirDefinition() throws Exception {
        SelectableFields fields = SelectableFields.custom(true, List.of(".spec.colour", ".spec.size"));
        KubeObject red =
                object(new Resource("example.com", "v1", "widgets"), "\"spec\":{\"colour\":\"red\",\"size\":3}");

        assertThat(ObjectSelector.parse("", "spec.colour=red,spec.size=3", fields)
                        .test(red))
                .isTrue();
        assertThat(ObjectSelector.parse("app=web", "spec.size!=3", fields).test(red))
                .isFalse();
        assertThat(ObjectSelector.parse("app=db", "spec.size=3", fields).test(red))
                .isFalse();
        assertThatThrownBy(() -> ObjectSelector.parse("", "spec.shape=round", fields))
                .hasMessage("field label not supported: spec.shape");
        assertThatThrownBy(() ->
                        ObjectSelector.parse("", "metadata.namespace=x", SelectableFields.custom(false, List.of())))
                .hasMessage("field label not supported: metadata.namespace");
    }

    @Test
    void equalSelectionsHaveEqualTexts() throws Exception {
        SelectableFields pods = fields(PODS);
        ObjectSelector one = ObjectSelector.parse("b,a=1", "spec.nodeName==n1,metadata.name!=a", pods);
        ObjectSelector other = ObjectSelector.parse("a==1, b", "metadata.name!=a,,spec.nodeName=n1", pods);

        assertThat(one).hasToString(other.toString());
        assertThat(one).doesNotHaveToString(ObjectSelector.EVERYTHING.toString());
        assertThat(FieldSelector.parse(FieldSelector.parse("a=x\\,y\\=z\\\\").toString()))
                .isEqualTo(FieldSelector.parse("a=x\\,y\\=z\\\\"));
    }
}
