package io.livekube.hub.read;

import static io.livekube.hub.TestingBatches.pod;
import static io.livekube.hub.TestingBatches.pods;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import io.livekube.apimachinery.selector.LabelSelector;
import io.livekube.core.json.MalformedJsonException;
import io.livekube.core.model.Resource;
import io.livekube.core.store.Snapshot;
import io.livekube.hub.control.TaskReply;
import io.livekube.protocol.json.ContentCoding;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A fetched list is either decoded completely or rejected.
class ListDecoderTest {
    private static final Resource PODS = Resource.core("v1", "pods");
    private static final FetchConfig.ListLimits LIMITS = FetchConfig.defaults().list();

    private static byte[] list(String items) {
        return """
                {"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"70000"},"items":%s}\
                """.formatted(items).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] pack(byte[] body, ContentCoding coding) {
        return switch (coding) {
            case IDENTITY -> body;
            case GZIP -> gzip(body);
            case ZSTD -> Zstd.compress(body);
        };
    }

    private static byte[] gzip(byte[] body) {
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(body);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return packed.toByteArray();
    }

    private static ListDecoder.Decoded decode(
            byte[] body, ContentCoding coding, FetchConfig.ListLimits limits, Snapshot base)
            throws MalformedJsonException {
        return new ListDecoder("demo", PODS, limits).decode(new TaskReply.Payload(body, coding), "", base);
    }

    private static ListDecoder.Decoded decode(byte[] body, ContentCoding coding) throws MalformedJsonException {
        return decode(body, coding, LIMITS, Snapshot.EMPTY);
    }

    @ParameterizedTest
    @EnumSource(ContentCoding.class)
    void listIsDecodedWithAnyCompression(ContentCoding coding) throws Exception {
        var decoded = decode(pack(list("[" + pods(3_000) + "]"), coding), coding);

        assertThat(decoded.kind()).isEqualTo("Pod");
        assertThat(decoded.skipped()).isZero();
        assertThat(decoded.state().size()).isEqualTo(3_000);
        assertThat(decoded.state().resourceVersion()).isEqualTo(70_000);
        assertThat(decoded.state().list("kube-system")).hasSize(1_500);
        assertThat(decoded.state().select(LabelSelector.parse("app=pod-00007"))).hasSize(1);
        assertThat(new String(
                        decoded.state()
                                .get("default", "pod-00002")
                                .orElseThrow()
                                .json(),
                        StandardCharsets.UTF_8))
                .startsWith("{\"kind\":\"Pod\",\"apiVersion\":\"v1\",");
    }

    @ParameterizedTest
    @EnumSource(ContentCoding.class)
    void truncatedListIsRejected(ContentCoding coding) {
        byte[] whole = pack(list("[" + pods(100) + "]"), coding);
        for (int length : new int[] {0, 1, 5, whole.length / 2, whole.length - 1}) {
            assertThatThrownBy(() -> decode(Arrays.copyOf(whole, length), coding))
                    .as("%d of %d bytes", length, whole.length)
                    .isInstanceOf(MalformedJsonException.class);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = ContentCoding.class,
            names = {"GZIP", "ZSTD"})
    void oversizedListIsRejectedWhileDecompressing(ContentCoding coding) {
        byte[] bomb = new byte[32 << 20];
        Arrays.fill(bomb, (byte) ' ');
        byte[] head = list("[").clone();
        System.arraycopy(head, 0, bomb, 0, head.length - 1);

        assertThatThrownBy(() -> decode(
                        pack(bomb, coding),
                        coding,
                        new FetchConfig.ListLimits(1 << 20, 1 << 20, 1_000),
                        Snapshot.EMPTY))
                .hasMessageContaining("exceeds 1,048,576 bytes");
    }

    @Test
    void listWithTooManyObjectsIsRejected() {
        assertThatThrownBy(() -> decode(
                        list("[" + pods(11) + "]"),
                        ContentCoding.IDENTITY,
                        new FetchConfig.ListLimits(1 << 20, 1 << 20, 10),
                        Snapshot.EMPTY))
                .hasMessageContaining("more than 10 objects");
    }

    @Test
    void undecodableObjectIsCountedAndOmitted() throws Exception {
        var decoded = decode(
                list("[{\"metadata\":{}},%s,{\"metadata\":7}]".formatted(pod("default", "good", 5))),
                ContentCoding.IDENTITY);

        assertThat(decoded.skipped()).isEqualTo(2);
        assertThat(decoded.state().list()).hasSize(1);
    }

    @Test
    void emptyListIsValidButMissingItemsAreNot() throws Exception {
        assertThat(decode(list("[]"), ContentCoding.IDENTITY).state().size()).isZero();
        assertThat(decode(list("null"), ContentCoding.IDENTITY).state().resourceVersion())
                .isEqualTo(70_000);
        assertThatThrownBy(() -> decode(list("{}"), ContentCoding.IDENTITY)).hasMessageContaining("no items");
    }

    @Test
    void invalidKindNameIsRejected() {
        byte[] odd = "{\"kind\":\"A\\\",List\",\"metadata\":{\"resourceVersion\":\"1\"},\"items\":[]}"
                .getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> decode(odd, ContentCoding.IDENTITY)).hasMessageContaining("not a valid name");
    }

    @Test
    void trailingDataIsRejected() {
        byte[] twice = new String(list("[]"), StandardCharsets.UTF_8).repeat(2).getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> decode(twice, ContentCoding.IDENTITY)).isInstanceOf(MalformedJsonException.class);
    }

    @Test
    void unchangedObjectsAreReused() throws Exception {
        Snapshot held =
                decode(list("[" + pods(3) + "]"), ContentCoding.IDENTITY).state();
        Snapshot next = decode(
                        list("[%s,%s]".formatted(pods(2), pod("default", "pod-00002", 9))),
                        ContentCoding.IDENTITY,
                        LIMITS,
                        held)
                .state();

        assertThat(next.get("default", "pod-00000").orElseThrow())
                .isSameAs(held.get("default", "pod-00000").orElseThrow());
        assertThat(next.get("default", "pod-00002").orElseThrow().resourceVersion())
                .isEqualTo(9);
    }
}
