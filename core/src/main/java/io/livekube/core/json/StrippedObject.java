package io.livekube.core.json;

/// Object without its dropped fields, and the places of its extracted values, as JSON.
public interface StrippedObject {
    /// No such value.
    int ABSENT = -1;

    /// The kept bytes, as many as [#strippedLength] says; good until the next object is read.
    byte[] stripped();

    int strippedLength();

    /// Where an extracted value begins in the bytes that were read or written, or [#ABSENT] if the object has
    /// none.
    int from(int extracted);

    int to(int extracted);

    default boolean has(int extracted) {
        return from(extracted) != ABSENT;
    }
}
