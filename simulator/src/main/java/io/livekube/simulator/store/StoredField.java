package io.livekube.simulator.store;

/// Selectable field of a type, as the place of its value in a [StoredObject].
///
/// @param index among the extracted values; negative for name and namespace
public record StoredField(int index) {
    public static final StoredField NAME = new StoredField(-1);
    static final StoredField NAMESPACE = new StoredField(-2);

    /// The field's value; empty if the object has none.
    public String value(StoredObject object) {
        return switch (index) {
            case -1 -> object.name();
            case -2 -> object.namespace();
            default -> object.field(index);
        };
    }
}
