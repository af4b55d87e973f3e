package io.livekube.core.protobuf;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.livekube.core.json.FieldPaths;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The real types, each with all of its fields, are compared in the lab's `SchemaTest`.
class TranscoderTest {
    @Test
    void fieldsAreInTheOrderOfJson() throws Exception {
        Message status =
                new Message().text(3, "why").text(1, "Running").number(17, 4).text(11, "n1");
        assertThat(json(new Message().message(3, status), "Pod"))
                .isEqualTo("{\"metadata\":{},\"spec\":{\"containers\":null},\"status\":{\"observedGeneration\":4,"
                        + "\"phase\":\"Running\",\"message\":\"why\",\"nominatedNodeName\":\"n1\"}}");
    }

    @Test
    void emptyDiffersFromAbsentWhereJsonDistinguishesThem() throws Exception {
        Message spec = new Message()
                .number(4, 0) // terminationGracePeriodSeconds, which may be absent
                .number(5, 0) // activeDeadlineSeconds, likewise
                .text(8, "") // serviceAccountName, which may not
                .number(11, 0); // hostNetwork, likewise
        assertThat(json(new Message().message(2, spec), "Pod"))
                .contains(
                        "\"spec\":{\"containers\":null,\"terminationGracePeriodSeconds\":0,\"activeDeadlineSeconds\":0}");
    }

    @Test
    void messagesThatAreInlineLoseTheirBraces() throws Exception {
        Message volume =
                new Message().text(1, "v").message(2, new Message().message(2, new Message().text(1, "Memory")));
        assertThat(json(new Message().message(2, new Message().message(1, volume)), "Pod"))
                .contains("\"volumes\":[{\"name\":\"v\",\"emptyDir\":{\"medium\":\"Memory\"}}]");
    }

    @Test
    void scalarMessagesAreWrittenAsServersDo() throws Exception {
        Message port = new Message()
                .number(3, 80)
                .message(4, new Message().number(1, 1).number(2, 0).text(3, "http"));
        Message metadata =
                new Message().message(8, new Message().number(1, 1_700_000_000).number(2, 5));
        assertThat(json(new Message().message(1, metadata).message(2, new Message().message(1, port)), "Service"))
                .isEqualTo("{\"metadata\":{\"creationTimestamp\":\"2023-11-14T22:13:20Z\"},\"spec\":{\"ports\":["
                        + "{\"port\":80,\"targetPort\":\"http\"}]},\"status\":{\"loadBalancer\":{}}}");
    }

    @Test
    void fieldsThatAreDroppedBlankedOrExtractedAreSo() throws Exception {
        var paths = FieldPaths.of(
                List.of("metadata.managedFields", "metadata.annotations[secret]"),
                List.of("data"),
                List.of("metadata.name", "type"));
        Message metadata = new Message()
                .text(1, "s1")
                .entry(12, "kept", "1")
                .entry(12, "secret", "2")
                .message(17, new Message().text(1, "kubectl"));
        byte[] secret = new Message()
                .message(1, metadata)
                .entry(2, "password", "hunter2")
                .text(3, "Opaque")
                .bytes();
        Transcoder transcoder = Transcoder.of("v1", "Secret", paths, 2).orElseThrow();
        transcoder.transcode(secret, 0, secret.length);
        String json = new String(transcoder.stripped(), 0, transcoder.strippedLength(), UTF_8);
        assertThat(json)
                .isEqualTo("{\"metadata\":{\"name\":\"s1\",\"annotations\":{\"kept\":\"1\"}},"
                        + "\"data\":{\"password\":\"\"},\"type\":\"Opaque\"}");
        assertThat(json.substring(transcoder.from(0), transcoder.to(0))).isEqualTo("\"s1\"");
        assertThat(json.substring(transcoder.from(1), transcoder.to(1))).isEqualTo("\"Opaque\"");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "plain text of some length, plain text of some length",
                "<a>&b and so on, \\u003ca\\u003e\\u0026b and so on",
                "say \"x\\y\", say \\\"x\\\\y\\\"",
                "Grüße 😀, Grüße 😀",
                "a\u2028b\u2029, a\\u2028b\\u2029",
                "a\u0001\u007fb, a\\u0001\u007fb"
            })
    void textIsEscapedAsServersDo(String text, String escaped) throws Exception {
        assertThat(json(new Message().entry(2, "k", text), "ConfigMap"))
                .isEqualTo("{\"metadata\":{},\"data\":{\"k\":\"" + escaped + "\"}}");
        assertThat(json(new Message().entry(2, "k", "\b\f\n\r\t"), "ConfigMap")).contains("\"\\b\\f\\n\\r\\t\"");
    }

    @Test
    void unknownFieldsAreNotSkipped() {
        Message pod = new Message().message(2, new Message().text(999, "new"));
        assertThatThrownBy(() -> json(pod, "Pod"))
                .isInstanceOf(UnreadableProtobufException.class)
                .hasMessage("field 999 of core/v1.PodSpec");
        assertThat(Transcoder.of("example.io/v1", "Thing", FieldPaths.of(List.of(), List.of(), List.of()), 0))
                .isEmpty();
    }

    @Test
    void aResourceIsPreparedWhetherOrNotItsKindIsKnown() {
        for (String plural : List.of("pods", "networkpolicies", "things")) {
            Transcoder.prepare("networking.k8s.io/v1", plural);
        }
        var all = FieldPaths.of(List.of(), List.of(), List.of());
        assertThat(Transcoder.of("networking.k8s.io/v1", "NetworkPolicy", all, 0))
                .isPresent();
    }

    @Test
    void damageIsNoticedWhereverItIs() throws Exception {
        byte[] pod = new Message()
                .message(1, new Message().text(1, "p").entry(11, "app", "web"))
                .message(3, new Message().message(7, new Message().number(1, 1_700_000_000)))
                .inEnvelope("v1", "Pod");
        assertThat(new String(Transcoder.json(pod, 0, pod.length), UTF_8)).contains("\"startTime\":\"2023");
        for (int length = 0; length < pod.length; length++) {
            byte[] part = Arrays.copyOf(pod, length);
            try {
                assertThat(new String(Transcoder.json(part, 0, length), UTF_8)).endsWith("}");
            } catch (UnreadableProtobufException expected) {
                assertThat(expected).hasMessageMatching("(?s).+");
            }
        }
        assertThatThrownBy(() -> json(new Message().bytes(2, new byte[] {(byte) 0xff}), "Pod"))
                .isInstanceOf(UnreadableProtobufException.class);
        byte[] notText = {'a', (byte) 0xff, 'b'};
        assertThatThrownBy(() -> json(new Message().message(1, new Message().bytes(1, notText)), "Pod"))
                .isInstanceOf(UnreadableProtobufException.class)
                .hasMessageContaining("UTF-8");
    }

    private static String json(Message message, String kind) throws UnreadableProtobufException {
        byte[] object = message.inEnvelope("v1", kind);
        String json = new String(Transcoder.json(object, 0, object.length), UTF_8);
        String type = "{\"kind\":\"" + kind + "\",\"apiVersion\":\"v1\",";
        assertThat(json).startsWith(type);
        return "{" + json.substring(type.length());
    }
}
