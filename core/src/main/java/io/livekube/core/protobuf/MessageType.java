package io.livekube.core.protobuf;

import java.util.List;

/// Schema of a message.
///
/// @param name its Go type, such as `core/v1.PodSpec`
/// @param fields in the order in which JSON shows them
record MessageType(String name, List<FieldSchema> fields) {
    MessageType {
        fields = List.copyOf(fields);
    }

    int highestNumber() {
        return fields.stream().mapToInt(FieldSchema::number).max().orElse(0);
    }
}
