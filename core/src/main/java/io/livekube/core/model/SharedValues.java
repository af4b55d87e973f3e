package io.livekube.core.model;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import io.livekube.core.json.JsonScanner;
import io.livekube.core.json.MalformedJsonException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Values parsed lately, by their raw bytes: what a cluster repeats is parsed once and becomes one instance.
///
/// A value has one place, and the latest one takes it; objects of one owner come one after another, so few places are
/// enough, and nothing is kept for long that is not repeated.
final class SharedValues {
    private static final int PLACES = 1 << 11;
    private static final Hasher64 XXH3 = Hashing.xxh3_64();

    interface Parser<T> {
        T parse(JsonScanner value) throws MalformedJsonException;
    }

    private static final class Known {
        /// Whose value it is: the same bytes may mean something else elsewhere.
        private final int field;

        private final byte[] raw;
        private final Object value;

        Known(int field, byte[] raw, Object value) {
            this.field = field;
            this.raw = raw;
            this.value = value;
        }

        boolean is(int otherField, byte[] json, int from, int to) {
            return field == otherField && Arrays.equals(raw, 0, raw.length, json, from, to);
        }
    }

    private final @Nullable Known[] places = new @Nullable Known[PLACES];
    private final JsonScanner scanner = new JsonScanner(new byte[0], 0, 0);

    /// The value of a field whose raw bytes stand between `from` and `to`; always read with the same parser.
    @SuppressWarnings("unchecked") // a field's values all come from its one parser
    <T> T get(int field, byte[] json, int from, int to, Parser<T> parser) throws MalformedJsonException {
        int place = (int) XXH3.hashBytesToLong(json, from, to - from) & (PLACES - 1);
        Known known = places[place];
        if (known != null && known.is(field, json, from, to)) {
            return (T) known.value;
        }
        scanner.reset(json, from, to);
        T value = parser.parse(scanner);
        places[place] = new Known(field, Arrays.copyOfRange(json, from, to), value);
        return value;
    }
}
