package io.livekube.testkit.fault.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Header fields of one message, in wire order; names are case-insensitive.
public record Headers(List<Field> fields) {

    public static final Headers NONE = new Headers(List.of());

    public record Field(String name, String value) {}

    public Headers {
        fields = List.copyOf(fields);
    }

    public Optional<String> first(String name) {
        return fields.stream()
                .filter(f -> f.name().equalsIgnoreCase(name))
                .map(Field::value)
                .findFirst();
    }

    /// Whether a comma-separated field such as `Connection` lists this token.
    public boolean lists(String name, String token) {
        String wanted = token.toLowerCase(Locale.ROOT);
        return fields.stream()
                .filter(f -> f.name().equalsIgnoreCase(name))
                .flatMap(f -> List.of(f.value().toLowerCase(Locale.ROOT).split("[,;\\s]+", -1)).stream())
                .anyMatch(wanted::equals);
    }

    public Headers without(String name) {
        return new Headers(
                fields.stream().filter(f -> !f.name().equalsIgnoreCase(name)).toList());
    }

    /// Replaces every field of this name.
    public Headers with(String name, String value) {
        List<Field> all = new ArrayList<>(without(name).fields());
        all.add(new Field(name, value));
        return new Headers(all);
    }

    void appendTo(StringBuilder head) {
        fields.forEach(f -> head.append(f.name()).append(": ").append(f.value()).append("\r\n"));
        head.append("\r\n");
    }
}
