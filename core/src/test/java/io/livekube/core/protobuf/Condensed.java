package io.livekube.core.protobuf;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.livekube.core.json.StrippedObject;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Text form of a condensed object.
final class Condensed {
    private Condensed() {}

    static String text(StrippedObject object) {
        return new String(object.stripped(), 0, object.strippedLength(), UTF_8);
    }

    /// The extracted values, those that are there.
    static String texts(StrippedObject object, byte[] values, int count) {
        return IntStream.range(0, count)
                .filter(object::has)
                .mapToObj(i -> i + new String(values, object.from(i), object.to(i) - object.from(i), UTF_8))
                .collect(Collectors.joining(" "));
    }
}
