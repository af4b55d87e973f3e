package io.livekube.core.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class GzipBodyTest {
    private static byte[] member(String text) throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(packed)) {
            out.write(text.getBytes(UTF_8));
        }
        return packed.toByteArray();
    }

    /// Each part arrives by itself.
    private static InputStream parts(byte[]... parts) {
        InputStream all = InputStream.nullInputStream();
        for (byte[] part : parts) {
            all = new SequenceInputStream(all, new ByteArrayInputStream(part));
        }
        return all;
    }

    private static String read(InputStream packed) throws IOException {
        try (var body = new GzipBody(packed)) {
            return new String(body.readAllBytes(), UTF_8);
        }
    }

    private static byte[] joined(byte[] one, byte[] other) {
        byte[] both = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, both, one.length, other.length);
        return both;
    }

    @Test
    void membersAreReadTogetherHoweverTheyArrive() throws Exception {
        byte[] both = joined(member("one "), member("two"));
        assertThat(read(parts(both))).isEqualTo("one two");
        assertThat(read(InputStream.nullInputStream())).isEmpty();
        for (int cut = 1; cut < both.length; cut++) {
            assertThat(read(parts(Arrays.copyOf(both, cut), Arrays.copyOfRange(both, cut, both.length))))
                    .as("in two parts, the first of %d bytes", cut)
                    .isEqualTo("one two");
        }
    }

    @Test
    void aMemberThatIsCutOffIsNotTheEnd() throws Exception {
        byte[] whole = member("one ");
        byte[] next = member("two");
        for (int cut = 1; cut < next.length; cut++) {
            byte[] part = Arrays.copyOf(next, cut);
            assertThatThrownBy(() -> read(parts(joined(whole, part))))
                    .as("%d bytes of the second member", cut)
                    .isInstanceOf(IOException.class);
            assertThatThrownBy(() -> read(parts(part))).as("%d bytes", cut).isInstanceOf(IOException.class);
        }
    }

    @Test
    void otherDataAfterAMemberIsNotTheEnd() throws Exception {
        byte[] rest = "HTTP/1.1".getBytes(UTF_8);
        assertThatThrownBy(() -> read(parts(joined(member("one"), rest)))).hasMessageContaining("unexpected data");
        assertThatThrownBy(() -> read(parts(member("one"), rest))).hasMessageContaining("unexpected data");
    }

    @Test
    void aFailureBetweenMembersIsNotTheEnd() throws Exception {
        var late = new FilterInputStream(parts(member("one"))) {
            @Override
            public int read() throws IOException {
                return inTime(super.read());
            }

            @Override
            public int read(byte[] target, int offset, int length) throws IOException {
                return inTime(super.read(target, offset, length));
            }

            private static int inTime(int read) throws IOException {
                if (read < 0) {
                    throw new SocketTimeoutException("late");
                }
                return read;
            }
        };
        assertThatThrownBy(() -> read(late)).isInstanceOf(SocketTimeoutException.class);
    }
}
