package io.livekube.core.json;

/// JSON of an object without its dropped fields, and the positions of its extracted values.
public interface StrippedObject {
    /// Position of a missing value.
    int ABSENT = -1;

    /// Buffer whose first [#strippedLength] bytes are the object; valid until the next object is read.
    byte[] stripped();

    int strippedLength();

    /// Position of an extracted value in the bytes that were read or written, or [#ABSENT].
    int from(int extracted);

    int to(int extracted);

    default boolean has(int extracted) {
        return from(extracted) != ABSENT;
    }
}
