package io.livekube.hub.search;

import io.livekube.core.model.KubeObject;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Arrays that grow by a quarter, so that large ones waste little space.
final class GrowableArrays {
    private static final int LEAST = 8;

    private GrowableArrays() {}

    static int[] fit(int[] array, int size) {
        return size <= array.length ? array : Arrays.copyOf(array, room(array.length, size));
    }

    static byte[] fit(byte[] array, int size) {
        return size <= array.length ? array : Arrays.copyOf(array, room(array.length, size));
    }

    static @Nullable KubeObject[] fit(@Nullable KubeObject[] array, int size) {
        return size <= array.length ? array : Arrays.copyOf(array, room(array.length, size));
    }

    private static int room(int now, int needed) {
        return Math.max(Math.max(LEAST, needed), now + (now >> 2));
    }
}
