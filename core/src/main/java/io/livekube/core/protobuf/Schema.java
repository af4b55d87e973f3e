package io.livekube.core.protobuf;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Kinds and messages of `kubernetes.schema`, read on first use.
///
/// The file is a list of kinds (`kind v1 Pod core/v1.Pod`) and, after an empty line each, the messages: the
/// name, then a line for each field.
final class Schema {
    private static final Map<String, MessageType> MESSAGES = new ConcurrentHashMap<>();

    /// The same by version and kind.
    private static final Map<String, MessageType> KINDS = new ConcurrentHashMap<>();

    private static final Set<String> VERSIONS = read().lines()
            .filter(line -> line.startsWith("kind "))
            .map(line -> line.substring("kind ".length(), line.indexOf(' ', "kind ".length())))
            .collect(Collectors.toUnmodifiableSet());

    private Schema() {}

    /// The message of a kind; empty for custom resources and those that are newer than the schema.
    static Optional<MessageType> of(String apiVersion, String kind) {
        return Optional.ofNullable(KINDS.computeIfAbsent(apiVersion + " " + kind, Schema::find));
    }

    /// Whether there are kinds of a group and version.
    static boolean knows(String apiVersion) {
        return VERSIONS.contains(apiVersion);
    }

    private static @Nullable MessageType find(String versionAndKind) {
        String file = read();
        String line = "\nkind " + versionAndKind + " ";
        int found = file.indexOf(line);
        if (found < 0) {
            return null;
        }
        int from = found + line.length();
        String name = file.substring(from, file.indexOf('\n', from));
        learn(file, name);
        return message(name);
    }

    /// A message that belongs to a requested kind.
    static MessageType message(String name) {
        return Objects.requireNonNull(MESSAGES.get(name), name);
    }

    /// Parses a message and those of its fields. One at a time: a thread that finds a parsed message must
    /// find those of its fields parsed too.
    private static synchronized void learn(String file, String kind) {
        var pending = new ArrayDeque<String>();
        pending.add(kind);
        for (String name = pending.poll(); name != null; name = pending.poll()) {
            if (!MESSAGES.containsKey(name)) {
                MessageType message = parse(file, name);
                MESSAGES.put(name, message);
                message.fields().forEach(field -> field.message().ifPresent(pending::add));
            }
        }
    }

    private static MessageType parse(String file, String name) {
        String heading = "\n\n" + name + "\n";
        int found = file.indexOf(heading);
        if (found < 0) {
            throw new IllegalStateException("kubernetes.schema names " + name + " but does not describe it");
        }
        int from = found + heading.length();
        int end = file.indexOf("\n\n", from - 1);
        String fields = file.substring(from, end < 0 ? file.length() : Math.max(from, end));
        return new MessageType(name, fields.lines().map(FieldSchema::parse).toList());
    }

    private static String read() {
        try (InputStream file = Schema.class.getResourceAsStream("kubernetes.schema")) {
            return new String(
                    Objects.requireNonNull(file, "kubernetes.schema").readAllBytes(), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
