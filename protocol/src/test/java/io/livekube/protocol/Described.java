package io.livekube.protocol;

import io.livekube.core.model.KubeObject;
import java.util.List;
import java.util.stream.Stream;

/// Batches as text: equal texts, equal batches. Objects have no equality of their own.
public final class Described {
    private Described() {}

    public static List<String> batch(Batch batch) {
        return Stream.concat(
                        Stream.of(batch.session() + " #" + batch.sequence()),
                        batch.parts().stream().flatMap(Described::part))
                .toList();
    }

    /// Omits the bases of edits, which JSON does not have.
    public static List<String> inJson(Batch batch) {
        return batch(batch).stream()
                .map(line -> line.replaceFirst(" against .*", ""))
                .toList();
    }

    private static Stream<String> part(Part part) {
        return switch (part) {
            case Part.Delta delta ->
                Stream.concat(
                        Stream.of("Delta %s @%d %s".formatted(delta.resource(), delta.version(), delta.digest())),
                        delta.edits().stream().map(Described::edit));
            case Part.Chunk chunk ->
                Stream.concat(
                        Stream.of("Chunk " + chunk.resource()),
                        chunk.objects().stream().map(Described::object));
            case Part.Hello _,
                    Part.Kind _,
                    Part.Status _,
                    Part.Gone _,
                    Part.Check _,
                    Part.Buckets _,
                    Part.Begin _,
                    Part.End _ -> Stream.of(part.toString());
        };
    }

    private static String edit(Edit edit) {
        return switch (edit) {
            case Edit.Put put -> "put %s against %s".formatted(object(put.object()), put.base());
            case Edit.Remove remove -> remove.toString();
        };
    }

    private static String object(KubeObject object) {
        return "%s %s %016x".formatted(object, object.uid(), object.contentHash());
    }
}
