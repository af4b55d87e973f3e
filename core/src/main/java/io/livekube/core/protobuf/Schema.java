package io.livekube.core.protobuf;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
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

    /// Reads the kinds whose plural this may be: `Pod` of `pods`, `Ingress` of `ingresses`, `NetworkPolicy` of
    /// `networkpolicies`.
    static void prepare(String apiVersion, String plural) {
        if (!knows(apiVersion)) {
            return;
        }
        String file = read();
        String start = "\nkind " + apiVersion + " ";
        for (int found = file.indexOf(start); found >= 0; found = file.indexOf(start, found + 1)) {
            int from = found + start.length();
            String kind = file.substring(from, file.indexOf(' ', from));
            if (plural.regionMatches(true, 0, kind, 0, kind.length() - 1)) {
                var _ = of(apiVersion, kind);
            }
        }
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
        Map<String, Integer> places = places(file);
        var pending = new ArrayDeque<String>();
        pending.add(kind);
        for (String name = pending.poll(); name != null; name = pending.poll()) {
            if (!MESSAGES.containsKey(name)) {
                MessageType message = parse(file, name, places);
                MESSAGES.put(name, message);
                for (FieldSchema field : message.fields()) {
                    field.message().ifPresent(pending::add);
                }
            }
        }
    }

    /// Start of the fields of each message, found in one pass: in interpreted code, a search through the file
    /// for each of a kind's hundred messages takes tens of milliseconds.
    private static Map<String, Integer> places(String file) {
        var places = new HashMap<String, Integer>();
        for (int gap = file.indexOf("\n\n"); gap >= 0; gap = file.indexOf("\n\n", gap + 2)) {
            int end = file.indexOf('\n', gap + 2);
            if (end >= 0) {
                places.put(file.substring(gap + 2, end), end + 1);
            }
        }
        return places;
    }

    private static MessageType parse(String file, String name, Map<String, Integer> places) {
        Integer from = places.get(name);
        if (from == null) {
            throw new IllegalStateException("kubernetes.schema names " + name + " but does not describe it");
        }
        var fields = new ArrayList<FieldSchema>();
        int at = from;
        while (at < file.length() && file.charAt(at) != '\n') {
            int end = file.indexOf('\n', at);
            int to = end < 0 ? file.length() : end;
            fields.add(FieldSchema.parse(file.substring(at, to)));
            at = to + 1;
        }
        return new MessageType(name, fields);
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
