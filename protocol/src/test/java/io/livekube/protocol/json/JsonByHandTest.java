package io.livekube.protocol.json;

import static io.livekube.protocol.ProtocolException.Problem.MALFORMED;
import static io.livekube.protocol.ProtocolException.Problem.TOO_LARGE;
import static io.livekube.protocol.ProtocolException.Problem.UNSUPPORTED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.github.luben.zstd.Zstd;
import io.livekube.protocol.Batch;
import io.livekube.protocol.BatchLimits;
import io.livekube.protocol.Part;
import io.livekube.protocol.ProtocolException;
import io.livekube.protocol.ProtocolException.Problem;
import io.livekube.protocol.TestingEnd;
import io.livekube.protocol.WellKnownKinds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalLong;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What people write, right and wrong.
final class JsonByHandTest {
    private static final String POD =
            "{\"metadata\":{\"namespace\":\"default\",\"name\":\"api\",\"uid\":\"u1\",\"resourceVersion\":\"7\"}}";

    private final TestingEnd end = new TestingEnd();

    @Test
    void aFullSyncImpliesHelloKindsAndWholeSnapshots() throws Exception {
        Batch batch = decode("""
                {"SyncType":"full","Snapshots":{"Pod":[%s],"Service":[],"Widget":[]},"SequenceNumber":1,
                 "SessionId":"00000000000000aa-1",
                 "Resources":{"Widget":{"Resource":"example.com/v1beta1/widgets","Namespaced":true}}}""".formatted(POD));
        assertThat(batch.parts()).hasSize(1 + 3 * 4).first().isEqualTo(new Part.Hello("", "", ""));
        assertThat(batch.parts().get(1)).isEqualTo(WellKnownKinds.named("Pod").orElseThrow());
        assertThat(batch.parts().get(2))
                .isInstanceOfSatisfying(
                        Part.Begin.class,
                        begin -> assertThat(begin.buckets().cardinality()).isEqualTo(256));
        assertThat(batch.parts().get(4)).isEqualTo(new Part.End(TestingEnd.PODS, 7, 1, OptionalLong.empty()));
        assertThat(batch.parts().get(9)).isEqualTo(new Part.Kind(TestingEnd.WIDGETS, "Widget", true));
    }

    @Test
    void deltasOfAKindBecomeOnePart() throws Exception {
        Batch batch = decode("""
                {"SessionId":"00000000000000aa-1","SyncType":"delta","SequenceNumber":42,
                 "Digests":{"Pod":"00000000000000ff"},"Deltas":[
                 {"Kind":"Pod","Namespace":"default","Name":"api","Operation":"update","Object":%s},
                 {"Kind":"Pod","Namespace":"default","Name":"old","Operation":"delete","ResourceVersion":"9"}]}""".formatted(POD));
        assertThat(batch.parts()).singleElement().isInstanceOfSatisfying(Part.Delta.class, delta -> {
            assertThat(delta.version()).isEqualTo(9);
            assertThat(delta.digest()).hasValue(255);
            assertThat(delta.edits()).hasSize(2);
        });
    }

    @Test
    void aBatchWithoutDeltasIsAHeartbeat() throws Exception {
        assertThat(decode("{\"SessionId\":\"00000000000000aa-1\",\"SyncType\":\"delta\",\"SequenceNumber\":2}")
                        .parts())
                .isEmpty();
    }

    @Test
    void bodiesMayBePacked() throws Exception {
        byte[] json = "{\"SessionId\":\"00000000000000aa-1\",\"SyncType\":\"delta\",\"SequenceNumber\":2}"
                .getBytes(StandardCharsets.UTF_8);
        assertThat(new JsonDecoder(BatchLimits.defaults(), ContentCoding.GZIP)
                        .open(gzip(json))
                        .sequence())
                .isEqualTo(2);
        assertThat(new JsonDecoder(BatchLimits.defaults(), ContentCoding.ZSTD)
                        .open(Zstd.compress(json))
                        .sequence())
                .isEqualTo(2);
        assertThat(ContentCoding.named("GZip")).contains(ContentCoding.GZIP);
        assertThat(ContentCoding.named("br")).isEmpty();
    }

    @Test
    void bombsAreRefusedBeforeTheyUnfold() throws Exception {
        var small = new BatchLimits(1 << 20, 1 << 20, 1 << 20, 1 << 20, 100, 100, 100);
        byte[] spaces = " ".repeat(64 << 20).getBytes(StandardCharsets.UTF_8);
        assertThat(problem(new JsonDecoder(small, ContentCoding.GZIP), gzip(spaces)))
                .isEqualTo(TOO_LARGE);
        assertThat(problem(new JsonDecoder(small, ContentCoding.ZSTD), Zstd.compress(spaces)))
                .isIn(TOO_LARGE, MALFORMED);
        assertThat(problem(new JsonDecoder(small, ContentCoding.GZIP), spaces(10)))
                .isEqualTo(MALFORMED);
        assertThat(problem(new JsonDecoder(small, ContentCoding.ZSTD), spaces(10)))
                .isEqualTo(MALFORMED);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"SyncType":"delta","SequenceNumber":2}                                    | SessionId is missing
            {"SessionId":"xyz","SyncType":"delta","SequenceNumber":2}                  | not a session: 'xyz'
            {"SessionId":"00000000000000aa-1","SyncType":"delta"}                      | SequenceNumber is missing
            {"SessionId":"00000000000000aa-1","SyncType":"delta","SequenceNumber":-1}  | SequenceNumber is -1
            {"SessionId":"00000000000000aa-1","SyncType":"delta","SequenceNumber":0}   | SequenceNumber is 0
            {"SessionId":"00000000000000aa-1","SyncType":"delta","SequenceNumber":99999999999999999999} | must be from 1
            {"SessionId":"00000000000000aa-1","SyncType":"delta","SequenceNumber":1.5} | must be an integer
            {"SessionId":"00000000000000aa-1","SyncType":"half","SequenceNumber":2}    | unknown SyncType 'half'
            {"SessionId":"00000000000000aa-1","SyncType":"delta","SequenceNumber":2,"Delta":[]} | unknown field 'Delta'
            {"SessionId":"00000000000000aa-1","SyncType":"delta","SequenceNumber":2,"SequenceNumber":3} | given twice
            {"SessionId":"00000000000000aa-1","SyncType":"delta","SequenceNumber":2}}  | not JSON
            {"SessionId":"00000000000000aa-1","SyncType":"delta","SequenceNumber":2} 7 | unexpected content after
            {"SessionId":"00000000000000aa-1","SyncType":"delta","SequenceNumber":2    | not JSON
            []                                                                         | expected an object
            """)
    void anInvalidEnvelopeIsRefusedInOneSentence(String json, String sentence) {
        assertRefused(json, MALFORMED, sentence);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"Kind":"Pod","Operation":"patch","Object":POD}                            | unknown Operation 'patch'
            {"Kind":"Widget","Operation":"add","Object":POD}                           | the kind 'Widget' is not well known
            {"Resource":"widgets","Operation":"add","Object":POD}                      | is not a resource
            {"Kind":"Pod","Operation":"add"}                                           | Object is missing
            {"Kind":"Pod","Name":"web","Operation":"update","Object":POD}              | but its Object is default/api
            {"Kind":"Pod","Namespace":"x","Name":"api","Operation":"add","Object":POD} | is for x/api, but
            {"Kind":"Pod","Name":"web","Operation":"delete"}                           | needs the ResourceVersion
            {"Kind":"Pod","Name":"web","Operation":"delete","ResourceVersion":"x"}     | is not a resourceVersion
            {"Kind":"Pod","Operation":"add","Object":{}}                               | without metadata.name
            {"Kind":"Pod","Operation":"add","Object":7}                                | Deltas[0], Object
            7                                                                          | Deltas[0]: expected an object
            """)
    void anInvalidDeltaIsRefusedInOneSentence(String delta, String sentence) {
        assertRefused(
                "{\"SessionId\":\"00000000000000aa-1\",\"SyncType\":\"delta\",\"SequenceNumber\":2,\"Deltas\":[%s]}"
                        .formatted(delta.replace("POD", POD)),
                MALFORMED,
                sentence);
    }

    @Test
    void anotherProtocolVersionIsNotSupported() {
        assertRefused("{\"ProtocolVersion\":2,\"Anything\":[]}", UNSUPPORTED, "expected 1");
    }

    @Test
    void textThatIsNotUtf8IsRefused() {
        byte[] json =
                "{\"SessionId\":\"00000000000000aa-1\",\"SyncType\":\"delta\",\"SequenceNumber\":2,\"Deltas\":[%s]}"
                        .formatted("{\"Kind\":\"Pod\",\"Operation\":\"add\",\"Object\":%s}".formatted(POD))
                        .replace("api", "a?i")
                        .getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < json.length; i++) {
            if (json[i] == '?') {
                json[i] = (byte) 0xff;
            }
        }
        assertThat(problem(new JsonDecoder(BatchLimits.defaults(), ContentCoding.IDENTITY), json))
                .isEqualTo(MALFORMED);
    }

    @Test
    void moreThanTheLimitsAllowIsRefused() {
        String json =
                "{\"SessionId\":\"00000000000000aa-1\",\"SyncType\":\"full\",\"SequenceNumber\":1,\"Snapshots\":{\"Pod\":[%s,%s,%s]}}"
                        .formatted(POD, POD, POD);
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        for (BatchLimits limits : List.of(
                new BatchLimits(100, 1 << 20, 1 << 20, 1 << 20, 100, 100, 100),
                new BatchLimits(1 << 20, 1 << 20, 1 << 20, 50, 100, 100, 100),
                new BatchLimits(1 << 20, 1 << 20, 1 << 20, 1 << 20, 2, 100, 100),
                new BatchLimits(1 << 20, 1 << 20, 1 << 20, 1 << 20, 100, 2, 100),
                new BatchLimits(1 << 20, 1 << 20, 1 << 20, 1 << 20, 100, 100, 3))) {
            assertThat(problem(new JsonDecoder(limits, ContentCoding.IDENTITY), body))
                    .as("%s", limits)
                    .isEqualTo(TOO_LARGE);
        }
        String deep = "{\"SessionId\":" + "[".repeat(5000) + "]".repeat(5000) + "}";
        assertThat(problem(
                        new JsonDecoder(BatchLimits.defaults(), ContentCoding.IDENTITY),
                        deep.getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(TOO_LARGE);
    }

    private void assertRefused(String json, Problem problem, String sentence) {
        var refused = catchThrowableOfType(ProtocolException.class, () -> decode(json));
        assertThat(refused).hasMessageContaining(sentence);
        assertThat(refused.problem()).isEqualTo(problem);
    }

    private Problem problem(JsonDecoder decoder, byte[] body) {
        return catchThrowableOfType(
                        ProtocolException.class, () -> decoder.open(body).decode(end))
                .problem();
    }

    private Batch decode(String json) throws ProtocolException {
        return new JsonDecoder(BatchLimits.defaults(), ContentCoding.IDENTITY)
                .open(json.getBytes(StandardCharsets.UTF_8))
                .decode(end);
    }

    private static byte[] spaces(int count) {
        return " ".repeat(count).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        var out = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        }
        return out.toByteArray();
    }
}
